/* src/runtime/bindings/zlib/zstd.c — Zstandard.
 *
 * (1) Data is a sequence of frames. After the end of one, another begins only with the four bytes
 *     of the magic number. Bytes that may become the magic number are stored until more come, and
 *     are no error at the end unless the program refuses trailing data.
 * (2) After anything else no further frame is searched: the end was already reported to the
 *     reader. */
#include <pthread.h>
#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "coder.h"

#define FUNCTIONS(X)             \
  X(ZSTD_CCtx_loadDictionary)    \
  X(ZSTD_CCtx_reset)             \
  X(ZSTD_CCtx_setParameter)      \
  X(ZSTD_CCtx_setPledgedSrcSize) \
  X(ZSTD_DCtx_loadDictionary)    \
  X(ZSTD_DCtx_reset)             \
  X(ZSTD_DCtx_setParameter)      \
  X(ZSTD_compressStream2)        \
  X(ZSTD_createCCtx)             \
  X(ZSTD_createDCtx)             \
  X(ZSTD_decompressStream)       \
  X(ZSTD_freeCCtx)               \
  X(ZSTD_freeDCtx)               \
  X(ZSTD_getErrorCode)           \
  X(ZSTD_getErrorString)         \
  X(ZSTD_isError)                \
  X(ZSTD_sizeof_CCtx)            \
  X(ZSTD_sizeof_DCtx)

enum { MAGIC_BYTES = 4 };

struct zstd_coder {
  struct gy_coder base;
  ZSTD_CCtx* compressor; /* one of the two is NULL */
  ZSTD_DCtx* decompressor;
  bool is_begun;              /* compressing */
  uint8_t magic[MAGIC_BYTES]; /* of the next frame, as much as has come */
  size_t magic_length;
  bool is_over; /* what came after the last frame was none */
};

static struct { FUNCTIONS(GY_FUNCTION_FIELD) } zstd;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  is_loaded = gy_symbols_load("libzstd.so.1", FUNCTIONS(GY_NAME), (void**) &zstd);
}

static bool loaded(struct gy_coder* base) {
  pthread_once(&once, load);
  return is_loaded || gy_coder_refuse(base, "libzstd.so.1 could not be loaded");
}

static const char* name_of(ZSTD_ErrorCode error) {
#define CONSTANT(name)
#define ZSTD_ERROR(name) GY_NAME(name)
  static const char names[] =
#include "constants.def"
      ;
#undef ZSTD_ERROR
#define ZSTD_ERROR(name) name,
  static const unsigned char values[] = {
#include "constants.def"
  };
#undef CONSTANT
#undef ZSTD_ERROR

  for (size_t i = 0; i < sizeof(values); i++)
    if (values[i] == (int) error)
      return gy_name_at(names, i);
  return "ZSTD_error_GENERIC";
}

static void fail(struct gy_coder* base, ZSTD_ErrorCode error) {
  gy_coder_fail(base, (int) error, name_of(error), zstd.ZSTD_getErrorString(error));
}

/* ---- Compressing ---- */

static bool set_up_compressor(struct zstd_coder* coder) {
  struct gy_coder_setup* setup = &coder->base.setup;

  for (size_t i = 0; i + 1 < setup->count; i += 2)
    if (zstd.ZSTD_isError(zstd.ZSTD_CCtx_setParameter(
            coder->compressor, (ZSTD_cParameter) setup->numbers[i], setup->numbers[i + 1])))
      return gy_coder_refuse(&coder->base, "Setting parameter failed");
  if (setup->pledged >= 0 && zstd.ZSTD_isError(zstd.ZSTD_CCtx_setPledgedSrcSize(
                                 coder->compressor, (unsigned long long) setup->pledged)))
    return gy_coder_refuse(&coder->base, "Could not set pledged src size");
  return setup->dictionary == NULL ||
         !zstd.ZSTD_isError(zstd.ZSTD_CCtx_loadDictionary(coder->compressor, setup->dictionary,
                                                          setup->dictionary_length)) ||
         gy_coder_refuse(&coder->base, "Failed to load zstd dictionary");
}

static bool open_compressor(struct gy_coder* base) {
  struct zstd_coder* coder = (struct zstd_coder*) base;

  if (!loaded(base))
    return false;
  coder->compressor = zstd.ZSTD_createCCtx();
  if (coder->compressor == NULL)
    return gy_coder_refuse(base, "Could not initialize zstd instance");
  if (set_up_compressor(coder))
    return true;
  zstd.ZSTD_freeCCtx(coder->compressor);
  return false;
}

/* If the first step has all input, zstd takes its size as the pledged size. */
static bool breaks_pledge(struct zstd_coder* coder) {
  struct gy_coder* base = &coder->base;
  bool is_first = !coder->is_begun;

  coder->is_begun = true;
  return is_first && base->flush == ZSTD_e_end && base->setup.pledged >= 0 &&
         base->setup.pledged != (double) base->in_left;
}

static void step_compressor(struct gy_coder* base) {
  struct zstd_coder* coder = (struct zstd_coder*) base;
  size_t left;

  if (gy_coder_is_done(base))
    return;
  if (breaks_pledge(coder)) {
    fail(base, ZSTD_error_srcSize_wrong);
    return;
  }
  do {
    ZSTD_inBuffer in = {base->in, base->in_left, 0};
    ZSTD_outBuffer out = {base->out, base->out_left, 0};
    left = zstd.ZSTD_compressStream2(coder->compressor, &out, &in, (ZSTD_EndDirective) base->flush);
    base->in += in.pos;
    base->in_left -= in.pos;
    base->out += out.pos;
    base->out_left -= out.pos;
    if (zstd.ZSTD_isError(left)) {
      fail(base, zstd.ZSTD_getErrorCode(left));
      return;
    }
    /* Without a flush, the compressor may hold output back. */
  } while (base->out_left > 0 &&
           (base->in_left > 0 || (base->flush != ZSTD_e_continue && left > 0)));
  base->ended = base->flush == ZSTD_e_end && base->in_left == 0 && left == 0;
  base->memory = zstd.ZSTD_sizeof_CCtx(coder->compressor);
}

static bool reset_compressor(struct gy_coder* base) {
  struct zstd_coder* coder = (struct zstd_coder*) base;

  zstd.ZSTD_CCtx_reset(coder->compressor, ZSTD_reset_session_and_parameters);
  base->ended = coder->is_begun = false;
  if (set_up_compressor(coder))
    return true;
  gy_coder_fail(base, -1, "ERR_ZLIB_INITIALIZATION_FAILED", base->message);
  return false;
}

static void close_compressor(struct gy_coder* base) {
  zstd.ZSTD_freeCCtx(((struct zstd_coder*) base)->compressor);
}

/* ---- Decompressing ---- */

static bool set_up_decompressor(struct zstd_coder* coder) {
  struct gy_coder_setup* setup = &coder->base.setup;

  for (size_t i = 0; i + 1 < setup->count; i += 2)
    if (zstd.ZSTD_isError(zstd.ZSTD_DCtx_setParameter(
            coder->decompressor, (ZSTD_dParameter) setup->numbers[i], setup->numbers[i + 1])))
      return gy_coder_refuse(&coder->base, "Setting parameter failed");
  return setup->dictionary == NULL ||
         !zstd.ZSTD_isError(zstd.ZSTD_DCtx_loadDictionary(coder->decompressor, setup->dictionary,
                                                          setup->dictionary_length)) ||
         gy_coder_refuse(&coder->base, "Failed to load zstd dictionary");
}

static bool open_decompressor(struct gy_coder* base) {
  struct zstd_coder* coder = (struct zstd_coder*) base;

  if (!loaded(base))
    return false;
  coder->decompressor = zstd.ZSTD_createDCtx();
  if (coder->decompressor == NULL)
    return gy_coder_refuse(base, "Could not initialize zstd instance");
  if (set_up_decompressor(coder))
    return true;
  zstd.ZSTD_freeDCtx(coder->decompressor);
  return false;
}

/* Whether the bytes begin a frame, or may do so when more follow. Skippable frames have 16 magic
 * numbers. */
static bool may_be_magic(const uint8_t* bytes, size_t length) {
  static const uint8_t data[] = {0x28, 0xb5, 0x2f, 0xfd}, skipped[] = {0x50, 0x2a, 0x4d, 0x18};

  return memcmp(bytes, data, length) == 0 ||
         ((bytes[0] & 0xf0) == skipped[0] && memcmp(bytes + 1, skipped + 1, length - 1) == 0);
}

/* At the end of a frame: whether another one begins. Bytes that begin none stay in the input. */
static bool next_frame(struct zstd_coder* coder) {
  struct gy_coder* base = &coder->base;
  size_t taken = 0;

  if (coder->is_over)
    return false;
  while (base->in_left > taken && coder->magic_length < MAGIC_BYTES) {
    coder->magic[coder->magic_length++] = base->in[taken++];
    if (!may_be_magic(coder->magic, coder->magic_length)) {
      coder->magic_length = 0;
      coder->is_over = true;
      return false;
    }
  }
  base->in += taken;
  base->in_left -= taken;
  if (coder->magic_length < MAGIC_BYTES)
    return false;
  base->ended = false;
  return true;
}

/* One call of the library, first for the stored bytes of the magic number. */
static size_t decompress(struct zstd_coder* coder) {
  struct gy_coder* base = &coder->base;
  ZSTD_inBuffer magic = {coder->magic, coder->magic_length, 0};
  ZSTD_inBuffer in = {base->in, base->in_left, 0};
  ZSTD_outBuffer out = {base->out, base->out_left, 0};
  size_t left = 0;

  if (magic.size > 0) {
    left = zstd.ZSTD_decompressStream(coder->decompressor, &out, &magic);
    coder->magic_length = 0;
  }
  if (!zstd.ZSTD_isError(left))
    left = zstd.ZSTD_decompressStream(coder->decompressor, &out, &in);
  base->in += in.pos;
  base->in_left -= in.pos;
  base->out += out.pos;
  base->out_left -= out.pos;
  return left;
}

/* At the end of the input: stored bytes of an incomplete magic number count as input left. */
static void return_magic(struct zstd_coder* coder) {
  struct gy_coder* base = &coder->base;

  if (!base->ended || !base->setup.only_one || base->flush != ZSTD_e_end)
    return;
  base->in_left += coder->magic_length;
  coder->magic_length = 0;
}

static void step_decompressor(struct gy_coder* base) {
  struct zstd_coder* coder = (struct zstd_coder*) base;

  while (!base->ended || next_frame(coder)) {
    size_t left = decompress(coder);
    if (zstd.ZSTD_isError(left)) {
      fail(base, zstd.ZSTD_getErrorCode(left));
      return;
    }
    base->ended = left == 0;
    if (base->out_left == 0)
      break;
    if (!base->ended && base->in_left == 0) {
      if (base->flush == ZSTD_e_end)
        gy_coder_fail_at_end(base);
      break;
    }
  }
  return_magic(coder);
  base->memory = zstd.ZSTD_sizeof_DCtx(coder->decompressor);
}

static bool reset_decompressor(struct gy_coder* base) {
  struct zstd_coder* coder = (struct zstd_coder*) base;

  zstd.ZSTD_DCtx_reset(coder->decompressor, ZSTD_reset_session_and_parameters);
  base->ended = coder->is_over = false;
  coder->magic_length = 0;
  if (set_up_decompressor(coder))
    return true;
  gy_coder_fail(base, -1, "ERR_ZLIB_INITIALIZATION_FAILED", base->message);
  return false;
}

static void close_decompressor(struct gy_coder* base) {
  zstd.ZSTD_freeDCtx(((struct zstd_coder*) base)->decompressor);
}

const struct gy_coder_type gy_zstd_compress_type = {
    .size = sizeof(struct zstd_coder),
    .open = open_compressor,
    .step = step_compressor,
    .reset = reset_compressor,
    .close = close_compressor,
};

const struct gy_coder_type gy_zstd_decompress_type = {
    .size = sizeof(struct zstd_coder),
    .open = open_decompressor,
    .step = step_decompressor,
    .reset = reset_decompressor,
    .close = close_decompressor,
};
