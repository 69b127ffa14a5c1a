/* src/runtime/command_line.h — the parser of the command line. Pure C: no engine. */
#ifndef RUNTIME_COMMAND_LINE_H
#define RUNTIME_COMMAND_LINE_H

#include "options.h"

/* Parses argv up to the script. False: options->error is the reason. */
bool gy_options_parse(struct gy_options* options, int argc, char** argv);

/* Parses the arguments in an environment variable such as NODE_OPTIONS: options only, with quotes
 * and backslashes as in a shell. */
bool gy_options_parse_text(struct gy_options* options, const char* text, const char* variable);

void gy_options_free(struct gy_options* options);
void gy_options_print_help(void);

#endif
