/* src/runtime/bindings/zlib/coder.h — a coder is a compressor or decompressor of
 * internalBinding('zlib'), of any format. It gets input and an output buffer, and runs in steps.
 *
 * (1) A step ends when the output buffer is full, when the input is consumed and the output that
 *     `flush` requires is written, at the end of the compressed data, or with an error. If the
 *     output buffer is not full, there is no more output.
 * (2) A step uses only the coder, its input and its output buffer, so it may run on any thread.
 * (3) A library is loaded when the first coder of its format is opened. Its function names are one
 *     string, because a table of pointers needs relocation when the program starts. */
#ifndef BINDINGS_ZLIB_CODER_H
#define BINDINGS_ZLIB_CODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The numbers of zlib.constants. */
enum gy_coder_mode {
  DEFLATE = 1,
  INFLATE,
  GZIP,
  GUNZIP,
  DEFLATERAW,
  INFLATERAW,
  UNZIP,
  BROTLI_DECODE,
  BROTLI_ENCODE,
  ZSTD_COMPRESS,
  ZSTD_DECOMPRESS,
  GY_CODER_MODES
};

struct gy_coder;

struct gy_coder_type {
  size_t size; /* of the structure that begins with a gy_coder */
  bool (*open)(struct gy_coder* coder);
  void (*step)(struct gy_coder* coder);
  bool (*reset)(struct gy_coder* coder);
  void (*close)(struct gy_coder* coder);
  bool (*params)(struct gy_coder* coder, int level, int strategy); /* or NULL */
};

/* Parameters of open(). */
struct gy_coder_setup {
  enum gy_coder_mode mode;
  /* zlib's formats: window bits, level, memory level, strategy; others: key, value, ... */
  const int32_t* numbers;
  size_t count;
  const uint8_t* dictionary; /* NULL when there is none */
  size_t dictionary_length;
  double pledged; /* size of the input, -1 if unknown */
  bool only_one;  /* what follows the end of the data is left alone, also where it could be read */
};

struct gy_coder {
  const struct gy_coder_type* type;
  struct gy_coder_setup setup; /* what it points to is the coder's own */
  const uint8_t* in;
  size_t in_left;
  uint8_t* out;
  size_t out_left;
  int flush;
  bool ended;          /* the compressed data is complete */
  const char* code;    /* the error; NULL while there is none */
  const char* message; /* also why it could not be opened */
  int error;
  size_t memory; /* that the library has taken for it */
};

/* NULL after a failure, with *message. */
struct gy_coder* gy_coder_open(const struct gy_coder_setup* setup, const char** message);
void gy_coder_free(struct gy_coder* coder);
static inline bool gy_coder_compresses(const struct gy_coder* coder) {
  enum gy_coder_mode mode = coder->setup.mode;
  return mode == DEFLATE || mode == GZIP || mode == DEFLATERAW || mode == BROTLI_ENCODE ||
         mode == ZSTD_COMPRESS;
}

/* ---- For the formats ---- */

/* The compressed data is complete: another flush must not start new data. */
static inline bool gy_coder_is_done(const struct gy_coder* coder) {
  return coder->ended && coder->in_left == 0;
}

extern const struct gy_coder_type gy_deflate_type, gy_inflate_type, gy_brotli_encode_type,
    gy_brotli_decode_type, gy_zstd_compress_type, gy_zstd_decompress_type;

void gy_coder_fail(struct gy_coder* coder, int error, const char* code, const char* message);
/* The input ended before the data did. */
void gy_coder_fail_at_end(struct gy_coder* coder);
/* For open(): sets the message, returns false. */
bool gy_coder_refuse(struct gy_coder* coder, const char* message);

/* Allocates memory for a library and counts it. `coder` is its `opaque` parameter. */
void* gy_coder_alloc(void* coder, size_t size);
void gy_coder_release(void* coder, void* memory);

/* A list of names is one string: each name ends with a NUL, the list with another. A table of
 * pointers would need relocation when the program starts. */
#define GY_NAME(name) #name "\0"
/* The name with this index. */
const char* gy_name_at(const char* names, size_t i);

/* Finds functions of a library. `functions` has one element per name. False if one is missing. */
bool gy_symbols_load(const char* library, const char* names, void** functions);
#define GY_FUNCTION_FIELD(name) __typeof__(name)*(name);

/* zlib's checksum; false if the library cannot be loaded. */
bool gy_crc32(const uint8_t* bytes, size_t length, uint32_t* value);

#endif
