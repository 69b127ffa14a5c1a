/* src/runtime/bindings/words.h — lists of strings as execve() wants them. */
#ifndef BINDINGS_WORDS_H
#define BINDINGS_WORDS_H

#include "runtime/gyre.h"

/* The strings of a JavaScript array, ended by NULL; NULL when memory is short. */
char** gy_words_get(gy_env* env, JSObjectRef list);
void gy_words_free(char** words);

#endif
