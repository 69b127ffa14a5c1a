/* include/uv/errno.h — numbers for the errors that have no errno on Linux.
 * Every other UV_E* value is simply -errno. The numbers are part of the ABI. */
#ifndef UV_ERRNO_H_
#define UV_ERRNO_H_

#include <errno.h>

#define UV__ERR(x) (-(x))

#define UV__EOF (-4095)
#define UV__UNKNOWN (-4094)
#define UV__ERRNO_MAX (-4096)
#define UV__ECHARSET (-4080)
#define UV__EFTYPE (-4028)

#define UV__EAI_ADDRFAMILY (-3000)
#define UV__EAI_AGAIN (-3001)
#define UV__EAI_BADFLAGS (-3002)
#define UV__EAI_CANCELED (-3003)
#define UV__EAI_FAIL (-3004)
#define UV__EAI_FAMILY (-3005)
#define UV__EAI_MEMORY (-3006)
#define UV__EAI_NODATA (-3007)
#define UV__EAI_NONAME (-3008)
#define UV__EAI_OVERFLOW (-3009)
#define UV__EAI_SERVICE (-3010)
#define UV__EAI_SOCKTYPE (-3011)
#define UV__EAI_BADHINTS (-3013)
#define UV__EAI_PROTOCOL (-3014)

#endif
