/* src/threads/thread.h — threads, for the rest of the library. */
#ifndef UV__THREAD_H
#define UV__THREAD_H

#include "uv.h"

/* uv_thread_create_ex() for an entry point with the type that pthreads wants. */
int uv__thread_start(uv_thread_t* tid, const uv_thread_options_t* options, void* (*entry)(void*),
                     void* arg);

#endif
