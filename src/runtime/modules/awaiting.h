/* src/runtime/modules/awaiting.h — scripts on their way to the engine, with what their async
 * functions need inserted (awaits.h). */
#ifndef GYRE_MODULES_AWAITING_H
#define GYRE_MODULES_AWAITING_H

#include "runtime/script.h"

/* GY_ONLY_COMPILES: evaluating the script does nothing but make a function, so that an exception
 * is one of the syntax. */
enum gy_effect { GY_RUNS, GY_ONLY_COMPILES };

/* Evaluates a script in `target`; its value, or NULL. One whose import() is to be replaced gives
 * undefined when it has more than that (`using`, import.meta): it was not run then. */
JSValueRef gy_script_evaluate(gy_env* env, JSContextRef target, const struct gy_script* script,
                              enum gy_effect effect, JSValueRef* exception);
/* If the script is not one of the language, `exception` is the engine's error: its properties
 * `line` and `sourceURL`, which programs do not expect, are no longer enumerable. */
void gy_script_hide_place(JSContextRef target, const struct gy_script* script,
                          const JSValueRef* exception);

/* The text with the insertions of this enum gy_await_mode; NULL when there are none. */
JSStringRef gy_awaits_text(gy_env* env, JSStringRef text, int mode);

/* What was inserted into the script of this URL: a line, a column and a length each, in numbers of
 * the text that the engine has. *count is how many numbers; NULL when nothing was. */
const uint32_t* gy_script_columns(gy_env* env, JSStringRef url, size_t* count);

#endif
