#ifndef DP_WORKBENCH_H
#define DP_WORKBENCH_H

#include <stdbool.h>
#include <stddef.h>

#include "dashpot/bounce.h"
#include "dashpot/chain.h"
#include "dashpot/contact.h"
#include "dashpot/delivery.h"
#include "dashpot/engine.h"
#include "dashpot/export.h"
#include "dashpot/friction.h"
#include "dashpot/impact.h"
#include "dashpot/journal.h"
#include "dashpot/law.h"
#include "dashpot/mechanism.h"

// libdashpot-workbench: a scenario in, results out. What `dashpot run` does, for programs and other
// languages. No call prints, ends the process, keeps anything between calls or writes a file that
// was not asked for. Several scenarios may run in several threads at once; one dp_scenario belongs
// to one thread at a time. Texts are UTF-8. Those returned as `char *` belong to the caller, who
// gives them back with dp_text_free; those returned as `const char *` live as long as their object.

/// How a call ended; the exit statuses of the program.
typedef enum dp_run_status {
    DP_RUN_NONE = -1,    ///< nothing was called yet; no call returns it
    DP_RUN_DONE = 0,     ///< all is well
    DP_RUN_USAGE = 1,    ///< the call itself makes no sense
    DP_RUN_INPUT = 2,    ///< the scenario is wrong
    DP_RUN_NUMERIC = 3,  ///< the run broke off: no convergence, beyond a law, out of time
    DP_RUN_SYSTEM = 4,   ///< memory, files, or the caller asked to stop
    DP_RUN_MISSING = 5,  ///< points of a study in parts are missing
} dp_run_status;

/// What was wrong, for people and for programs. Owned by the caller.
typedef struct dp_diagnostic {
    char text[4096];       ///< one problem to a line, "file:line: sentence"; no final newline
    dp_run_status status;  ///< what the call returned
    char file[400];        ///< of the first problem: where it stands; empty: not known
    int line;              ///< the same: from 1; 0: not known
    char key[80];          ///< the same: the key it is about; empty: not known
    double time;           ///< [s] where a run broke off; NaN: not known
    char body[80];         ///< the body it broke off at; empty: none
    char contact[120];     ///< the contact; empty: none
    bool is_late;          ///< it only ran out of time: it could have gone on
    char remarks[2048];    ///< of what was written: no failure, but worth knowing, such as plots
                           ///< that could not be drawn; lines, each with its end
} dp_diagnostic;

/// What a run may take of the machine. More is refused before the start as far as it can be
/// predicted; time is watched while the run goes on.
typedef struct dp_run_limits {
    double memory;   ///< [B]
    double output;   ///< [B] of one folder
    double seconds;  ///< of one scenario, a sweep as a whole
} dp_run_limits;

/// An entry of the scenario that is changed before it is read, as `--set path=value`.
typedef struct dp_setting {
    const char *path;   ///< keys and numbers joined by dots: "impact.bodies.0.velocity"
    const char *value;  ///< as it would stand in the file: "2 m/s"
} dp_setting;

/// What should not be cut short.
typedef enum dp_guard {
    DP_GUARD_END,    ///< the work that began last has ended
    DP_GUARD_RUN,    ///< a run that saves its state when it is asked to stop
    DP_GUARD_WRITE,  ///< a folder that is half written
} dp_guard;

/// A scenario and how it may run. Made by dp_scenario_defaults; copied by dp_scenario_load.
typedef struct dp_scenario_def {
    const char *file;            ///< scenario file; with `text` only a name for messages, and the
                                 ///< folder that relative paths in the text count from
    const char *text;            ///< the scenario itself; NULL: read `file`
    const dp_setting *settings;  ///< changes, in this order
    size_t setting_count;        ///< how many
    dp_run_limits limits;        ///< usual values from the defaults function
    int threads;                 ///< runs of a sweep or fit at a time; 0: as the scenario says
    bool allow_unphysical;       ///< impossible states get a note instead of a refusal

    /// Asked several times a second, also from the threads of a run: true ends it. A run that keeps
    /// its state saves it first. An impact, which takes milliseconds, runs to its end. May be NULL.
    bool (*stop)(void *user);
    /// So much of the run is done, 0 to 1; called from one thread at a time. May be NULL.
    void (*progress)(void *user, double share);
    /// A warning that belongs to no result, such as a checkpoint that cannot be written. NULL:
    /// lost.
    void (*message)(void *user, const char *text);
    /// Work begins or ends that should not be cut short by the end of the process. Calls nest. May
    /// be NULL.
    void (*guard)(void *user, dp_guard guard);
    void *user;       ///< handed to all of them
    unsigned cookie;  ///< says that dp_scenario_defaults made it
} dp_scenario_def;

/// A scenario that was read and checked; opaque.
typedef struct dp_scenario dp_scenario;

/// What a scenario comes down to, for those who step it themselves with the library: of these what
/// belongs to its kind; the rest is zeroed. What pointers point at belongs to the scenario.
typedef struct dp_definition {
    const dp_contact *contact;  ///< impact, bounce, journal
    dp_body body[2];            ///< impact, bounce: what touches
    dp_friction_def friction;   ///< impact, bounce: of what def.friction was made; law NULL: none
    dp_impact_def impact;       ///< kind impact
    dp_bounce_def bounce;       ///< kind bounce
    dp_journal_def journal;     ///< kind journal
    dp_chain_def chain;         ///< kind chain
    double until;               ///< [s] kind chain: end of the run
    const dp_mechanism *mechanism;  ///< kind mechanism, built
    dp_mechanism_run_def run;       ///< kind mechanism: with the watched channels
} dp_definition;

/// What a run is to leave. Made by dp_run_defaults.
typedef struct dp_run_def {
    bool series;         ///< record tables of rows, not the summary alone
    const char *folder;  ///< write the results there and keep the state of a long run there
                         ///< meanwhile; NULL: write nothing
    bool replace;        ///< an earlier result in the folder may be replaced
    const char *const *reserved;  ///< folders of other results, ends with NULL: what a run that
                                  ///< broke off leaves gets none of their names; may be NULL
    unsigned cookie;              ///< says that dp_run_defaults made it
} dp_run_def;

/// Results of a run; opaque.
typedef struct dp_result dp_result;

/// Rows with named columns. All of it belongs to the result.
typedef struct dp_table {
    const char *name;      ///< "series", "contact", ...: the file is NAME.csv
    size_t rows;           ///< how many
    int columns;           ///< how many
    const double *values;  ///< rows * columns, row after row, in SI
} dp_table;

/// A number that a reader wants first.
typedef struct dp_headline {
    const char *name, *unit;  ///< "largest force", "N"
    const char *part;         ///< what it speaks of, such as a window of time; "" the run
    double value;             ///< SI
} dp_headline;

/// A picture as data: columns of a table against each other.
typedef struct dp_picture {
    const char *name, *title, *caption;  ///< a file name without ending, a heading, a sentence
    const char *table;                   ///< where its columns are
    const char *x;                       ///< column
    const char *y[12];                   ///< columns; NULL ends them
} dp_picture;

/// How the report draws a picture.
typedef struct dp_picture_look {
    const char *style;        ///< "lines", "areas", "points", "map", "bars", "named" or "spans"
    const char *z;            ///< of a map: column of the colours; NULL: none
    bool has_diagonal;        ///< with a line y = x
    bool x_log, y_log;        ///< axes in decades
    double x_scale, y_scale;  ///< values are multiplied by these for the units in the labels
    const char *x_label, *y_label;     ///< of the axes, with units
    const char *band_low, *band_high;  ///< columns between which is shaded; NULL: none
} dp_picture_look;

/// Points over the curves of a picture, such as measured ones.
typedef struct dp_picture_overlay {
    const char *table, *x, *y;  ///< columns of a table, in the units of the picture's own
    const char *sigma;          ///< column of the error bars, either way; NULL: none
    const char *label;          ///< in the legend
    int curve;                  ///< they belong to this curve; -1: to none
} dp_picture_overlay;

DP_BEGIN_DECLS

/// No file yet, usual limits: memory 8 GiB or three quarters of the machine, output 4 GB, 24 h.
DP_API dp_scenario_def dp_scenario_defaults(void);

/// Set a limit ("memory", "output", "time") from a text: "4GB", "512 MiB", "2h", "none".
DP_API dp_status dp_run_limits_set(dp_run_limits *limits, const char *name, const char *text,
                                   dp_error *err);

/// Read and check a scenario; nothing runs. *scenario is NULL unless the status is DP_RUN_DONE.
DP_API dp_run_status dp_scenario_load(dp_scenario **scenario, const dp_scenario_def *def,
                                      dp_diagnostic *diagnostic);

/// One scenario with several laws in one of its contacts. Made by dp_compare_defaults; read by
/// dp_compare_load, which keeps nothing of it.
typedef struct dp_compare_def {
    const char *const *laws;  ///< names or aliases of laws; a single "all": every law there is
    int law_count;            ///< 0: the law of the scenario, and those that have all parameters
                              ///< which stand in the contact
    const char *at;           ///< path of the contact that laws are put into, such as
                              ///< "impact.contact"; NULL: the only one
    unsigned cookie;          ///< says that dp_compare_defaults made it
} dp_compare_def;

/// No laws named, the only contact.
DP_API dp_compare_def dp_compare_defaults(void);

/// Read a scenario to be run with several laws; dp_scenario_check, dp_scenario_run and the rest
/// take it like any other. Keys of the contact that a law does not have are dropped. The result has
/// `laws`, a list with the results of each, and `skipped` with the reasons of laws that cannot be
/// run; its tables have a first column `law`. A scenario with a sweep or a fit is refused.
DP_API dp_run_status dp_compare_load(dp_scenario **scenario, const dp_scenario_def *def,
                                     const dp_compare_def *compare, dp_diagnostic *diagnostic);

/// The scenario of an interrupted run that keeps its state in `folder`; dp_scenario_run goes on
/// from there and ends with the same bits. Of the definition only limits and callbacks count. The
/// run must be given that folder.
DP_API dp_run_status dp_scenario_resume(dp_scenario **scenario, const char *folder,
                                        const dp_scenario_def *def, dp_diagnostic *diagnostic);
DP_API void dp_scenario_free(dp_scenario *scenario);

/// Run a part of a study: the points part - 1, part - 1 + parts, ... of a sweep, of an ensemble,
/// whose points are its copies, or of a fit, whose points are trials and descents. Finished points
/// go into a journal in `folder` at once, which may hold those of other parts; there are no results
/// yet. Points that a journal has are not run again. dp_scenario_resume on the folder then makes a
/// scenario whose run does what is missing and writes the results, the same as those of a run in
/// one piece. DP_RUN_USAGE when the scenario has nothing to be done in parts, DP_RUN_INPUT when the
/// folder holds parts of another study.
DP_API dp_run_status dp_scenario_run_part(dp_scenario *scenario, const char *folder, int part,
                                          int parts, dp_diagnostic *diagnostic);

/// How far the study in a folder is, as JSON: {"file", "program", "points", "done", "failed",
/// "missing", "torn", "parts", "settings", "allow_unphysical", "by_part", "parts_left",
/// "missing_points", "journals"}. `parts` is the N of the part that wrote last, `settings` are
/// pairs [path, value] that all parts must have, `by_part` is what is done of each part of that N,
/// `parts_left` those with points left, `missing_points` the first stretches [from, to] of missing
/// points, from 0; `torn` counts records that a kill cut short.
DP_API dp_run_status dp_study_status(const char *folder, char **document,
                                     dp_diagnostic *diagnostic);

/// What it is: its file, that name without folders and ending, "impact", "chain", ..., and whether
/// it is a sweep, a fit or a comparison.
DP_API const char *dp_scenario_name(const dp_scenario *scenario);
DP_API const char *dp_scenario_file(const dp_scenario *scenario);
DP_API const char *dp_scenario_kind(const dp_scenario *scenario);
DP_API bool dp_scenario_is_sweep(const dp_scenario *scenario);
DP_API bool dp_scenario_is_fit(const dp_scenario *scenario);
DP_API bool dp_scenario_is_comparison(const dp_scenario *scenario);

/// Its text with all settings applied; NULL when out of memory.
DP_API char *dp_scenario_text(const dp_scenario *scenario);

/// What it comes down to. DP_RUN_USAGE for a sweep or a fit, which are many scenarios.
DP_API dp_run_status dp_scenario_definition(const dp_scenario *scenario, dp_definition *definition,
                                            dp_diagnostic *diagnostic);

/// The summary alone, nothing written.
DP_API dp_run_def dp_run_defaults(void);

/// Could it run like this? Looks at limits and at the folder; nothing is computed or written.
DP_API dp_run_status dp_scenario_check(dp_scenario *scenario, const dp_run_def *def,
                                       dp_diagnostic *diagnostic);

/// Would a run with a folder be refused? Looks at limits, and begins the run, for five seconds at
/// most, where only a run tells: names of the results of a sweep, columns that a measured series is
/// compared with, the number of rows. Says in `remarks` how many points of a sweep cannot be run.
/// Nothing is written.
DP_API dp_run_status dp_scenario_try(dp_scenario *scenario, dp_diagnostic *diagnostic);

/// Could a result be written there? May folders of several results be written below it?
DP_API dp_run_status dp_result_check_folder(const char *folder, bool replace,
                                            dp_diagnostic *diagnostic);
DP_API dp_run_status dp_folder_check(const char *folder, bool replace, dp_diagnostic *diagnostic);

/// Run. *result is NULL unless there is one. DP_RUN_NUMERIC with a result: what was recorded before
/// the run broke off, written beside the folder that was asked for (dp_result_folder says where).
DP_API dp_run_status dp_scenario_run(dp_scenario *scenario, const dp_run_def *def,
                                     dp_result **result, dp_diagnostic *diagnostic);
DP_API void dp_result_free(dp_result *result);

/// The summary as JSON text with the keys of docs/scenarios.md; of a sweep with its table.
DP_API const char *dp_result_summary(const dp_result *result);

/// Title and kind of the scenario; the folder that was written, NULL when none was.
DP_API const char *dp_result_title(const dp_result *result);
DP_API const char *dp_result_kind(const dp_result *result);
DP_API const char *dp_result_folder(const dp_result *result);

/// What the reader must know: warnings, limits of validity; NULL past the end.
DP_API const char *dp_result_note(const dp_result *result, int index);

/// Is a note for information only, such as the step that was chosen? Others warn.
DP_API bool dp_result_note_is_fact(const dp_result *result, int index);

/// A number of the summary by its dotted path, "energy.error" or "impacts.0.time"; NaN where there
/// is none. A text by its path; NULL where there is none.
DP_API double dp_result_number(const dp_result *result, const char *path);
DP_API const char *dp_result_text(const dp_result *result, const char *path);

/// Headlines by index; false past the end.
DP_API bool dp_result_headline(const dp_result *result, int index, dp_headline *headline);

/// Tables by index, the series first; false past the end.
DP_API bool dp_result_table(const dp_result *result, int index, dp_table *table);

/// Name and unit of a column; NULL when there is none.
DP_API const char *dp_result_column(const dp_result *result, int table, int column,
                                    const char **unit);

/// The word that a value of a column stands for; NULL: it is a number.
DP_API const char *dp_result_word(const dp_result *result, int table, int column, double value);

/// Pictures by index; false past the end.
DP_API bool dp_result_picture(const dp_result *result, int index, dp_picture *picture);

/// How a picture is drawn; false past the end.
DP_API bool dp_result_picture_look(const dp_result *result, int index, dp_picture_look *look);

/// Points over a picture by index; false past the end.
DP_API bool dp_result_picture_overlay(const dp_result *result, int index, int item,
                                      dp_picture_overlay *overlay);

/// Write the folder of a result that was computed without one.
DP_API dp_run_status dp_result_write(dp_result *result, const char *folder, bool replace,
                                     dp_diagnostic *diagnostic);

// --- papers and charts ---------------------------------------------------------------------------

/// What to reproduce. Made by dp_reproduce_defaults.
typedef struct dp_reproduce_def {
    const char *const *papers;  ///< names, such as "003"
    int paper_count;            ///< 0: all of them
    bool quick;                 ///< leave out what takes long
    const char *verdicts;  ///< rows of these alone, words with commas between them: reproduced,
                           ///< within, erratum, inferred, not-reproduced, not-comparable,
                           ///< evidence, reference, distance, own-error, print-differs,
                           ///< another-model; NULL: all. Counts are of all rows.
    const char *folder;    ///< write a report with figures there; NULL: write nothing
    bool replace;          ///< an earlier result in the folder may be replaced
    size_t *total;         ///< becomes the number of rows and figures first; may be NULL
    const dp_scenario_def *call;  ///< only its limits and callbacks count; NULL: the usual ones
    unsigned cookie;              ///< says that dp_reproduce_defaults made it
} dp_reproduce_def;

/// All papers, nothing written.
DP_API dp_reproduce_def dp_reproduce_defaults(void);

/// Every number that the papers print beside the one that comes out here, as one JSON document:
/// {"rows", "figures", "errata", "papers", "counts", "statements", "totals", "benchmarks",
/// "public", "unexpected", "left_out"}: `counts` of printed numbers by verdict, `statements` of
/// printed statements. Tables of benchmarks hold nothing that is printed; `benchmarks` counts their
/// rows, `public` those of public references.
/// DP_RUN_DONE also when rows are unexpected. The document is NULL unless it is complete.
DP_API dp_run_status dp_reproduce(const dp_reproduce_def *def, char **document,
                                  dp_diagnostic *diagnostic);

/// A design chart: from which speed on a journal of some mass leaves a dent in its bearing, for a
/// table of bearings. Values are texts with units; NULL where there is none.
typedef struct dp_design_chart_def {
    const char *file;                                        ///< CSV table of bearings
    const char *masses;                                      ///< "1 kg, 10 kg, 100 kg"
    const char *length, *modulus, *yield, *fit, *clearance;  ///< for cells that are missing
    const char *classes;          ///< CSV table of clearances by class and bore; NULL: none
    const dp_scenario_def *call;  ///< only its limits and callbacks count; NULL: the usual ones
    unsigned cookie;              ///< says that dp_design_chart_defaults made it
} dp_design_chart_def;

/// No table yet; masses of 1, 10, 100 and 1000 kg.
DP_API dp_design_chart_def dp_design_chart_defaults(void);

/// One row for every bearing and mass. *result is NULL unless there is one.
DP_API dp_run_status dp_design_chart(const dp_design_chart_def *def, dp_result **result,
                                     dp_diagnostic *diagnostic);

// --- numbers and laws in words -------------------------------------------------------------------

/// Sizes of texts and lists below.
enum {
    DP_NUMBER_MAX = 40,       ///< a number as text
    DP_BOUND_WORDS_MAX = 10,  ///< bounds of a law
    DP_BOUND_TEXT_MAX = 120,  ///< words of one of them
};

/// The shortest decimal number that reads back as the same double; returns `text`.
DP_API const char *dp_number_text(double value, char text[DP_NUMBER_MAX]);

/// A quantity as people write it, "9.5 mm", in SI. It must be of the kind of `unit` ("1": a pure
/// number); a plain number is SI. `name` is what an error calls it.
DP_API dp_status dp_quantity_read(const char *name, const char *text, const char *unit,
                                  double *value, dp_error *err);

/// Value i of count from one end to the other, in equal steps. Values between the ends have fifteen
/// digits: 0.3 and not 0.30000000000000004.
DP_API double dp_value_between(double from, double to, long i, long count);

/// A contact as "key=value" describes it.
typedef struct dp_contact_request {
    dp_contact_def def;           ///< what it makes
    bool is_given[DP_PARAM_MAX];  ///< law parameters that were set
} dp_contact_request;

/// A contact with this law, changed by the settings "key=value": parameters of the law, entries of
/// the pair, approach speed and tension policy. law NULL: all but the law's own parameters, and
/// def.law is without meaning.
DP_API dp_status dp_contact_request_read(dp_contact_request *request, const char *law,
                                         const char *const *settings, int count, dp_error *err);

/// Set a key of the engine, or modulus, radius, mass or approach of the pair, from text with a
/// unit.
DP_API dp_status dp_export_read(dp_export_def *def, const char *key, const char *text,
                                dp_error *err);

/// What is to be exported from a law with the settings "key=value": as dp_contact_request_read
/// takes them, and keys of the engine. Where law and engine have a key of the same name it is that
/// of the law; with the prefix "export." it is that of the engine.
DP_API dp_status dp_export_request_read(dp_export_def *def, const char *law,
                                        const char *const *settings, int count, dp_error *err);

/// What is to be exported from a scenario: the contact at a path such as "impact.contact" (NULL:
/// the one it has), with mass and speed of its impact. A fit is run, and its best contact taken, at
/// the first row of its data. What `def` has of the pair already wins, and so does a Poisson's
/// ratio unless it is NaN.
DP_API dp_run_status dp_scenario_export(const dp_scenario *scenario, const char *at,
                                        dp_export_def *def, dp_diagnostic *diagnostic);

/// An ordinary impact for what a user left open, a steel-like ball of 1 cm at 1 m/s: its speed
/// [m/s]; entries of the pair that the law needs; all that a definition lacks, restitution
/// excepted; a definition that can be prepared.
DP_API double dp_sample_speed(void);
DP_API void dp_sample_pair(const dp_law *law, unsigned needs, dp_pair *pair);
DP_API void dp_sample_missing(dp_contact_def *def);
DP_API dp_status dp_sample_contact(const dp_law *law, dp_contact_def *def, dp_error *err);

/// The kernel of the law with its default form; NULL if the sample impact cannot be prepared.
DP_API const dp_kernel *dp_law_kernel(const dp_law *law);

/// A few words for each bound of a law.
typedef struct dp_law_bounds_text {
    char text[DP_BOUND_WORDS_MAX][DP_BOUND_TEXT_MAX];  ///< the words
    const char *item[DP_BOUND_WORDS_MAX + 1];          ///< point at them; ends with NULL
    int count;                                         ///< how many
} dp_law_bounds_text;

/// Fill in the words for the bounds of a law.
DP_API void dp_law_bounds_words(const dp_law *law, dp_law_bounds_text *bounds);

// --- descriptions --------------------------------------------------------------------------------

/// The format of scenario files, from the tables that check them: a JSON Schema, and a page of
/// Markdown. NULL when out of memory.
DP_API char *dp_describe_schema(void);
DP_API char *dp_describe_scenarios(void);

/// JSON: all laws, one law, all friction laws, one of them, all units, all programs to export to,
/// an export; stretches of requested restitutions that are delivered. NULL when out of memory.
DP_API char *dp_describe_laws(void);
DP_API char *dp_describe_law(const dp_law *law);
DP_API char *dp_describe_frictions(void);
DP_API char *dp_describe_friction(const dp_friction_law *law);
DP_API char *dp_describe_units(void);
DP_API char *dp_describe_engines(void);
DP_API char *dp_describe_export(const dp_export_def *def, const dp_export *out);
DP_API char *dp_describe_delivered(const dp_contact_def *def);

// --- texts ---------------------------------------------------------------------------------------

/// Give back a text.
DP_API void dp_text_free(char *text);

/// A JSON document as the workbench writes it: indented by two spaces, every number in the shortest
/// form that reads back as the same double. NULL: not JSON, or out of memory.
DP_API char *dp_json_format(const char *json);

/// A unit with the prefix that suits the value, such as "mm" for 0.0095 m; returns what to divide
/// the value by.
DP_API double dp_unit_prefixed(double value, const char *unit, char text[32]);

/// A copy without control characters and bytes that are not UTF-8, each shown as "?"; newlines
/// stay. At most `size` bytes.
DP_API void dp_text_printable(const char *text, char *copy, size_t size);

DP_END_DECLS

#endif
