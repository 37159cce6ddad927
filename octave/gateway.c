// The entry of the gateway: which command it is, and how errors leave.

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "gateway.h"

static const char help_text[] =
    "dashpot(command, ...): contact-force laws. SI units; options are names and values.\n"
    "\n"
    "  laws = dashpot('laws')                    all laws, a struct array\n"
    "  law  = dashpot('law', 'flores')           one of them; law.params has its parameters\n"
    "  c = dashpot('contact', 'flores', 'restitution', 0.8, 'modulus', 114e9, 'radius', 5e-3)\n"
    "                                            checked, a plain struct; values may be texts\n"
    "                                            with units: '5 mm'\n"
    "  c = dashpot('contact', c, 'restitution', 0.7)     the same with other values\n"
    "\n"
    "Where c stands below, the law with its names and values may stand as well. Arrays have equal\n"
    "sizes or are scalars.\n"
    "  F = dashpot('force', c, delta, rate, 'approach', speed)\n"
    "  [F, dFddelta, dFdrate, stored] = dashpot('respond', c, delta, rate, 'approach', speed)\n"
    "  e = dashpot('restitution', c, mass, speed)        options rtol, threads\n"
    "  r = dashpot('impacts', c, mass, speed)            restitution, max_indentation, duration,\n"
    "                                            max_force; 'max_force', false leaves it out\n"
    "\n"
    "A history is an array of n rows, one for each contact; it changes only where it is returned.\n"
    "  h = dashpot('history', c, n, 'approach', speed)   n contacts that touch at this speed\n"
    "  F = dashpot('force', c, delta, rate, 'history', h)\n"
    "  [F, h] = dashpot('advance', c, delta, rate, 'history', h)     force, and state accepted\n"
    "  h = dashpot('begin', c, speed, 'history', h, 'where', mask)   new touches\n"
    "  d = dashpot('residual', c, 'history', h)          plastic dents\n"
    "\n"
    "  s = dashpot('run', file_or_yaml_text, 'set', {'impact.contact.restitution', 0.7})\n"
    "                                            s.summary, s.tables.series.force, s.units,\n"
    "                                            s.notes; options folder, replace, series,\n"
    "                                            threads, allow_unphysical, memory, output, time\n"
    "  dashpot('version'), dashpot('help')\n"
    "\n"
    "Errors are dashpot:input, dashpot:numeric, dashpot:system and dashpot:stopped (Ctrl-C).\n";

// --- errors ---

int gate_raise(struct gate_call *call, const char *id, const char *text) {
    snprintf(call->id, sizeof call->id, "dashpot:%s", id);
    snprintf(call->text, sizeof call->text, "%s", text);
    return -1;
}

int gate_refuse(struct gate_call *call, const char *format, ...) {
    char text[GATE_TEXT_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return gate_raise(call, "input", text);
}

int gate_fail(struct gate_call *call, const dp_error *err) {
    const char *id = err->status == DP_ERR_NUMERIC  ? "numeric"
                     : err->status == DP_ERR_MEMORY ? "system"
                                                    : "input";
    return gate_raise(call, id, err->text[0] != '\0' ? err->text : dp_status_text(err->status));
}

// Octave counts the Ctrl-C that wait to be handled; elsewhere there is no such symbol.
extern volatile sig_atomic_t octave_interrupt_state __attribute__((weak));

bool gate_is_interrupted(void) {
    return &octave_interrupt_state != NULL && octave_interrupt_state > 0;
}

// --- commands ---

static int version(struct gate_call *call) {
    call->out[0] = mxCreateString(DP_VERSION_STRING);
    return 0;
}

static int help(struct gate_call *call) {
    call->out[0] = mxCreateString(help_text);
    return 0;
}

struct command {
    const char *name;
    int (*run)(struct gate_call *call);
    int outputs;   // the most it has
    bool is_bare;  // takes no arguments
};

static const struct command commands[] = {
    {"laws", gate_laws, 1, true},
    {"law", gate_law, 1, false},
    {"contact", gate_contact_command, 1, false},
    {"force", gate_force, 1, false},
    {"respond", gate_respond, 4, false},
    {"restitution", gate_restitution, 1, false},
    {"impacts", gate_impacts, 1, false},
    {"history", gate_history, 1, false},
    {"advance", gate_advance, 2, false},
    {"begin", gate_begin, 1, false},
    {"residual", gate_residual, 1, false},
    {"run", gate_run, 1, false},
    {"version", version, 1, true},
    {"help", help, 1, true},
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static const struct command *find_command(struct gate_call *call) {
    const char *names[COMMAND_COUNT + 1] = {NULL};
    for (int i = 0; i < COMMAND_COUNT; i++)
        names[i] = commands[i].name;
    if (call->count == 0) {
        char list[256] = "";
        dp_append_words(list, sizeof list, names, "or");
        gate_refuse(call, "a command is needed: %s", list);
        return NULL;
    }
    int index = gate_word(call, gate_next(call), names, "command");
    return index < 0 ? NULL : &commands[index];
}

static int answer(struct gate_call *call) {
    const struct command *command = find_command(call);
    if (command == NULL) return -1;
    call->command = command->name;
    if (call->wanted > command->outputs)
        return gate_refuse(call, "%s has %d output%s; %d were asked for", command->name,
                           command->outputs, command->outputs == 1 ? "" : "s", call->wanted);
    if (command->is_bare && call->count > 0)
        return gate_refuse(call, "%s takes no arguments", command->name);
    if (command->run(call) != 0) return -1;
    if (call->count == 0) return 0;
    return gate_refuse(call, "%s takes fewer arguments; %d are left over", command->name,
                       call->count);
}

// found by its name
__attribute__((visibility("default"))) void mexFunction(int nlhs, mxArray *plhs[], int nrhs,
                                                        const mxArray *prhs[]);

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[]) {
    mxArray *out[4] = {NULL};
    struct gate_call call = {.command = "dashpot",
                             .count = nrhs,
                             .args = prhs,
                             .wanted = nlhs > 1 ? nlhs : 1,
                             .out = out};
    if (answer(&call) != 0) mexErrMsgIdAndTxt(call.id, "%s", call.text);
    if (nlhs == 0 && strcmp(call.command, "help") == 0) {
        mexPrintf("%s", help_text);
        return;
    }
    for (int i = 0; i < call.wanted; i++)
        plhs[i] = out[i];
}
