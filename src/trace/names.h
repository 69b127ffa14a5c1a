/* src/trace/names.h — names of what is watched, by number. Never NULL. */
#ifndef UV__TRACE_NAMES_H
#define UV__TRACE_NAMES_H

const char* uv__opcode_name(int opcode); /* IORING_OP_* */
const char* uv__fs_type_name(int type);  /* uv_fs_type */

#endif
