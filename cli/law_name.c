// See law_name.h.

#include "law_name.h"

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
