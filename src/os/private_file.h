/* src/os/private_file.h — what uv_trace.h does not show of uv_trace_file_t. */
#ifndef UV__PRIVATE_FILE_H
#define UV__PRIVATE_FILE_H

#include "uv_trace.h"

/* Whether its descriptor still is what was opened: the program may have closed it. */
int uv__file_is_ours(const uv_trace_file_t* file);

#endif
