/* src/runtime/bindings/string_list.h — lists of strings for execve(). */
#ifndef BINDINGS_STRING_LIST_H
#define BINDINGS_STRING_LIST_H

#include "runtime/gyre.h"

/* The strings of a JavaScript array, ended by NULL; NULL when memory is short. */
char** gy_string_list_get(gy_env* env, JSObjectRef array);
void gy_string_list_free(char** list);

#endif
