/* src/runtime/bindings/zlib/coder.h — what a compressor or decompressor of internalBinding('zlib')
 * is, whatever its format: a machine that is given bytes and room, and takes steps.
 *
 * (1) A step ends when the room is used up, when the input is and all is written that `flush` asks
 *     for, at the end of the compressed data, or with an error. Room that is left says that there
 *     is nothing more to come.
 * (2) A step touches the coder, its input and its room and nothing else: it may run on any thread.
 * (3) The libraries are loaded when the first coder of their format is opened, not when the program
 *     starts; nor do tables make the start longer. */
#ifndef BINDINGS_ZLIB_CODER_H
#define BINDINGS_ZLIB_CODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The numbers are those that programs see in zlib.constants. */
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

/* How it is to be opened. */
struct gy_coder_setup {
  enum gy_coder_mode mode;
  /* DEFLATE and its like: window bits, level, memory level, strategy; others: key, value, ... */
  const int32_t* numbers;
  size_t count;
  const uint8_t* dictionary; /* NULL when there is none */
  size_t dictionary_length;
  double pledged; /* how many bytes will be compressed, -1 when nobody says */
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

/* NULL when it cannot be opened: *message says why. */
struct gy_coder* gy_coder_open(const struct gy_coder_setup* setup, const char** message);
void gy_coder_free(struct gy_coder* coder);
static inline bool gy_coder_compresses(const struct gy_coder* coder) {
  enum gy_coder_mode mode = coder->setup.mode;
  return mode == DEFLATE || mode == GZIP || mode == DEFLATERAW || mode == BROTLI_ENCODE ||
         mode == ZSTD_COMPRESS;
}

/* ---- For the formats ---- */

/* The compressed data is complete: another flush has nothing to add, and must not begin anew. */
static inline bool gy_coder_is_done(const struct gy_coder* coder) {
  return coder->ended && coder->in_left == 0;
}

extern const struct gy_coder_type gy_deflate_type, gy_inflate_type, gy_brotli_encode_type,
    gy_brotli_decode_type, gy_zstd_compress_type, gy_zstd_decompress_type;

void gy_coder_fail(struct gy_coder* coder, int error, const char* code, const char* message);
/* The input ended before the data did. */
void gy_coder_fail_at_end(struct gy_coder* coder);
/* For open(): says why, returns false. */
bool gy_coder_refuse(struct gy_coder* coder, const char* message);

/* Memory for the library, counted; `coder` is what it calls opaque. */
void* gy_coder_alloc(void* coder, size_t size);
void gy_coder_release(void* coder, void* memory);

/* Names in a row, each ended by a NUL and all by one more: a table of pointers to them would have
 * to be put right whenever a program starts. */
#define GY_NAME(name) #name "\0"
/* The one with this number. */
const char* gy_name_at(const char* names, size_t i);

/* Finds functions of a library; `functions` has room for as many as there are names. All are found
 * or none is used. */
bool gy_symbols_load(const char* library, const char* names, void** functions);
#define GY_FUNCTION_FIELD(name) __typeof__(name)*(name);

/* zlib's checksum, or false when the library is not there. */
bool gy_crc32(const uint8_t* bytes, size_t length, uint32_t* value);

#endif
