/* src/runtime/version.h — our version, and the version of Node.js whose API we speak. */
#ifndef VERSION_H
#define VERSION_H

#define GYRE_VERSION "0.1.0"
#define GYRE_NODE_VERSION "26.3.0"

#endif
