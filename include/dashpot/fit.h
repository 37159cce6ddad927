#ifndef DP_FIT_H
#define DP_FIT_H

#include <stdbool.h>
#include <stddef.h>

#include "dashpot/status.h"

// Which parameters make a model agree with measurements: least squares with bounds from many
// starts, intervals by profile likelihood, and a word about what the data cannot tell. Part of
// libdashpot-workbench. The model is any function of the caller; nothing here knows contacts.
//
//     dp_fit_def def = dp_fit_defaults();
//     def.parameters = ..., def.cells = ..., def.target_names = ..., def.model = ...;
//     dp_fit_result fit;
//     if (dp_fit_run(&fit, &def, &err) == DP_OK) use(fit.parameters[0].value);
//     dp_fit_free(&fit);
//
// The errors of measured values are normal. Where their sigma is given, it is taken as it is:
// chi2 = sum ((fitted - measured)/sigma)^2, and nothing is rescaled afterwards. Where it is left
// out, each target has one unknown sigma that is estimated from the residuals.
//
// The result has the same bits for every number of threads.

/// Sizes of lists below.
enum {
    DP_FIT_PARAMETERS_MAX = 8,  ///< free parameters
    DP_FIT_TARGETS_MAX = 16,    ///< measured quantities
    DP_FIT_MINIMA_MAX = 8,      ///< other minima that are kept
    DP_FIT_COMPARE_MAX = 64,    ///< fits that are compared
    DP_FIT_PROFILE_POINTS = 21  ///< points of a profile that is drawn
};

/// A free parameter and where to look for it.
typedef struct dp_fit_parameter {
    const char *name;  ///< for sentences
    const char *unit;  ///< for sentences, such as "Pa"; NULL: a pure number
    double low, high;  ///< bounds, both finite, low < high; the ends belong to the range
    double start;      ///< the first place to look; NaN: none
    bool is_log;       ///< search in ln of it; low must be positive then
} dp_fit_parameter;

/// What a measured number says.
typedef enum dp_fit_bound {
    DP_FIT_EXACT,     ///< the value, with an error
    DP_FIT_AT_LEAST,  ///< a sensor at its upper end: the residual is max(0, measured - fitted)
    DP_FIT_AT_MOST,   ///< a sensor at its lower end: the residual is max(0, fitted - measured)
} dp_fit_bound;

/// One measured number.
typedef struct dp_fit_cell {
    double measured;     ///< in the unit of its target
    double sigma;        ///< standard error; NaN in all cells of a target: estimated
    int target;          ///< which quantity, from 0
    dp_fit_bound bound;  ///< what it says
} dp_fit_cell;

/// A fit. Made by dp_fit_defaults; parameters, cells, targets and model must be set.
typedef struct dp_fit_def {
    const dp_fit_parameter *parameters;  ///< those that are free
    int parameter_count;                 ///< 0: the model is compared as it stands
    const dp_fit_cell *cells;            ///< what was measured; in a series in the order of x
    size_t cell_count;                   ///< how many
    const char *const *target_names;     ///< a name for each target
    int target_count;                    ///< how many
    const char *missing;  ///< what could be measured besides, for a sentence, such as "duration or
                          ///< max_force"; NULL: not known
    bool is_series;       ///< neighbouring cells of a target are neighbours on a measured curve
    double confidence;    ///< of intervals, 0.5 to 0.9999; default 0.95
    int threads;          ///< default 0: as many as there are cores
    int starts;           ///< places to look besides the first; default 0: 32, 64 or 128 for one,
                          ///< two or more parameters
    bool all_starts;      ///< descend from all of them, for cheap models; default: from the best
                          ///< 4 + 4 parameter_count
    int iterations;       ///< of one descent; default 200
    int scan;             ///< before each descent this parameter is tried on a grid, for chi2 with
                          ///< ridges; default -1: none
    double scan_step;     ///< distance of points of that grid, in the unit of the parameter
    double step;          ///< relative step of differences; default 1e-4; 1e-3 for a model that is
                          ///< only right to 1e-9

    /// The model: write fitted[cell_count] for theta[parameter_count]. Any status but DP_OK, or a
    /// number that is not finite, says that the model fails there. Called from several threads at
    /// once; `worker`, from 0 and below `threads`, tells them apart. `err` may be NULL.
    dp_status (*model)(void *user, int worker, const double *theta, double *fitted, dp_error *err);
    /// Exact slopes of the model: jacobian[i * parameter_count + j] is the derivative of fitted[i]
    /// by theta[j]; false where there are none. Default NULL: central differences.
    bool (*slopes)(void *user, int worker, const double *theta, double *jacobian);
    /// Move a start to a better place within the bounds before it is tried, such as a delay that
    /// the model can find faster than by `scan`. The place must depend on theta alone. May be NULL.
    void (*place)(void *user, int worker, double *theta);
    /// Asked at every iteration, from several threads at once: true ends the fit. May be NULL.
    bool (*stop)(void *user);
    void *user;       ///< handed to all of them
    unsigned cookie;  ///< says that dp_fit_defaults made it
} dp_fit_def;

/// What is known of one parameter.
typedef struct dp_fit_estimate {
    double value;              ///< at the lowest chi2; where it is not identifiable, the one of all
                               ///< equally good values that is nearest to the first start
    double standard_error;     ///< linearised; NaN at a bound and where it is not identifiable
    double low, high;          ///< interval by profile likelihood
    bool open_low, open_high;  ///< that end is the bound, or the place where the model fails, and
                               ///< no limit that the data set
    bool at_bound;             ///< the value is a bound, and chi2 would fall further beyond it
    bool is_identifiable;      ///< the data say something about it
} dp_fit_estimate;

/// How well one target is described.
typedef struct dp_fit_target {
    size_t points;      ///< cells with a value; an end of a sensor does not count
    double sum;         ///< of (fitted - measured)^2
    double rms;         ///< square root of their mean, in the unit of the target
    double sigma;       ///< the estimate; NaN where sigma is given
    double chi2;        ///< NaN where sigma is estimated
    double neighbours;  ///< correlation of residual/sigma of neighbouring cells; NaN: fewer than
                        ///< three cells, or all residuals zero
} dp_fit_target;

/// A local minimum.
typedef struct dp_fit_minimum {
    double chi2;                           ///< there, with the sigmas of the result
    double values[DP_FIT_PARAMETERS_MAX];  ///< of the parameters
} dp_fit_minimum;

/// What came out. Given back with dp_fit_free.
typedef struct dp_fit_result {
    int parameter_count;                                ///< as in the definition
    int target_count;                                   ///< as in the definition
    size_t cell_count;                                  ///< as in the definition
    dp_fit_estimate parameters[DP_FIT_PARAMETERS_MAX];  ///< in the order of the definition
    dp_fit_target targets[DP_FIT_TARGETS_MAX];          ///< in the order of the definition

    double chi2;        ///< sum over all targets; NaN when a sigma is estimated
    double lowest;      ///< the same with the estimated sigmas; what profiles rise from
    double threshold;   ///< chi2 at the ends of the intervals, with the estimated sigmas
    int dof;            ///< points of all targets less parameter_count
    double p_value;     ///< chance of a larger chi2; NaN without chi2 or dof
    double rms;         ///< of one target in its unit; of several: of residual/sigma
    double aic;         ///< Akaike's criterion without what all fits of the same data share
    double aicc;        ///< corrected for few points; NaN: too few
    int estimated;      ///< how many sigmas are estimated
    bool converged;     ///< the slopes of chi2 vanish, at a bound: point out of the range
    bool identifiable;  ///< all parameters are
    bool is_stopped;    ///< `stop` ended the fit; then nothing else here has a meaning
    long iterations;    ///< of the descent that won
    long evaluations;   ///< calls of the model

    double correlation[DP_FIT_PARAMETERS_MAX][DP_FIT_PARAMETERS_MAX];  ///< NaN where a parameter
                                                                       ///< has no standard error
    double singular_values[DP_FIT_PARAMETERS_MAX];  ///< of the slopes with columns of length 1,
                                                    ///< largest first
    /// The change of the search variables (ln of the parameter where is_log) that each singular
    /// value belongs to, its largest entry 1. The last row is the combination that is known least.
    double directions[DP_FIT_PARAMETERS_MAX][DP_FIT_PARAMETERS_MAX];
    int null_count;  ///< how many of the last ones change nothing

    dp_fit_minimum minima[DP_FIT_MINIMA_MAX];  ///< others with chi2 less than 3.84 above the lowest
    int minimum_count;                         ///< how many

    double *fitted;    ///< by the model, cell_count
    double *residual;  ///< measured - fitted, 0 where a sensor at its end is satisfied; cell_count
    double *sigma;     ///< given or estimated, cell_count
    char **notes;      ///< sentences that a reader must know
    int note_count;    ///< how many
} dp_fit_result;

/// Fits of the same data, best first.
typedef struct dp_fit_ranking {
    int order[DP_FIT_COMPARE_MAX];      ///< indices of the fits
    double delta[DP_FIT_COMPARE_MAX];   ///< by index: AICc above the best one; NaN: none. Where no
                                        ///< fit has an AICc, AIC stands for it
    double weight[DP_FIT_COMPARE_MAX];  ///< by index: exp(-delta/2), all together 1; NaN: none
    char **notes;                       ///< sentences about the choice
    int note_count;                     ///< how many
} dp_fit_ranking;

DP_BEGIN_DECLS

/// Defaults as given above; nothing to fit yet.
DP_API dp_fit_def dp_fit_defaults(void);

/// Fit. DP_ERR_RANGE or DP_ERR_MISSING when the definition makes no sense, with fewer points than
/// parameters, or where sigma must be estimated from too few; DP_ERR_NUMERIC when the model fails
/// at every start, with its own first sentence. DP_OK also without convergence and where parameters
/// are not identifiable: the notes say so. After an error the result is empty.
DP_API dp_status dp_fit_run(dp_fit_result *result, const dp_fit_def *def, dp_error *err);

/// Give back what a result holds. A zeroed or empty one is fine.
DP_API void dp_fit_free(dp_fit_result *result);

/// Values of a parameter for a picture of its profile: from a bit below its interval to a bit
/// above, within the bounds, ascending.
DP_API void dp_fit_profile_points(const dp_fit_result *result, const dp_fit_def *def, int parameter,
                                  double values[DP_FIT_PROFILE_POINTS]);

/// The profile: chi2[i] is the lowest with the parameter fixed at values[i], ascending, and the
/// sigmas of the result; NaN where the model fails. Compare it with `lowest` and `threshold`.
DP_API dp_status dp_fit_profile(const dp_fit_result *result, const dp_fit_def *def, int parameter,
                                const double *values, size_t count, double *chi2, dp_error *err);

/// Order fits of the same data by AICc; those without one come after all others, by AIC; ties go to
/// fewer parameters, then to the order given. NULL: a fit that failed; it comes last. `names` are
/// for the sentences. DP_ERR_RANGE for more than DP_FIT_COMPARE_MAX.
DP_API dp_status dp_fit_compare(dp_fit_ranking *ranking, const dp_fit_result *const *fits,
                                const char *const *names, int count, dp_error *err);

/// Give back what a ranking holds. A zeroed one is fine.
DP_API void dp_fit_ranking_free(dp_fit_ranking *ranking);

DP_END_DECLS

#endif
