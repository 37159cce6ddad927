// See law_name.h.

#include "law_name.h"

#include <string.h>

int cli_read_law_name(int argc, char **argv, const char *command, const char **name, bool *json) {
    cli_words rest = {.count = 0};
    const cli_option options[] = {{.name = "--json", .flag = json}, {0}};
    *json = false;
    int status = cli_parse_words(argc, argv, options, &rest, 1);
    if (status != DP_RUN_DONE) return status;
    if (rest.count == 0)
        return cli_fail(DP_RUN_USAGE, "%s needs the name of a law (dashpot %ss lists them)",
                        command, command);
    *name = rest.item[0];
    return DP_RUN_DONE;
}

int cli_read_contact(dp_contact_request *request, const char *law, const cli_words *settings) {
    dp_error err;
    for (int i = 0; i < settings->count; i++) {
        const char *setting = settings->item[i];
        if (setting[0] == '=' || strchr(setting, '=') == NULL)
            return cli_fail(DP_RUN_USAGE, "--set takes key=value, not '%.60s'", setting);
    }
    if (dp_contact_request_read(request, law, settings->item, settings->count, &err) == DP_OK)
        return DP_RUN_DONE;
    if (err.subject == DP_SUBJECT_LAW)
        return cli_fail(DP_RUN_INPUT, "%s (dashpot laws lists them)", err.text);
    return cli_input_failure(&err);
}
