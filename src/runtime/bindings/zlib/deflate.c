/* src/runtime/bindings/zlib/deflate.c — raw deflate data, and the zlib and gzip formats.
 *
 * (1) zlib counts in 32 bits: longer input is passed in pieces, and only the last one is flushed.
 * (2) gzip data is a sequence of members. After a member, zeros are padding (of tape drives); any
 *     other byte begins a new member.
 * (3) An UNZIP coder chooses the format by the first byte of each member: zlib accepts no zlib data
 *     that begins with 0x1f. */
#include <limits.h>
#include <pthread.h>
#include <zlib.h>

#include "coder.h"

#define FUNCTIONS(X)      \
  X(crc32_z)              \
  X(deflate)              \
  X(deflateEnd)           \
  X(deflateInit2_)        \
  X(deflateParams)        \
  X(deflateReset)         \
  X(deflateSetDictionary) \
  X(inflate)              \
  X(inflateEnd)           \
  X(inflateInit2_)        \
  X(inflateReset)         \
  X(inflateSetDictionary)

enum { WINDOW_BITS, LEVEL, MEMORY_LEVEL, STRATEGY, NUMBERS };
enum { GZIP_WINDOW = 16, ANY_WINDOW = 32 }; /* added to the window bits: the frame */

struct zlib_coder {
  struct gy_coder base;
  z_stream stream;
  bool is_begun, is_gzip; /* the present member */
};

static struct { FUNCTIONS(GY_FUNCTION_FIELD) } zlib;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  is_loaded = gy_symbols_load("libz.so.1", FUNCTIONS(GY_NAME), (void**) &zlib);
}

static bool loaded(void) {
  pthread_once(&once, load);
  return is_loaded;
}

bool gy_crc32(const uint8_t* bytes, size_t length, uint32_t* value) {
  if (!loaded())
    return false;
  /* With NULL, zlib returns the initial value. */
  if (length > 0)
    *value = (uint32_t) zlib.crc32_z(*value, bytes, length);
  return true;
}

static void* allocate(void* opaque, unsigned items, unsigned size) {
  return gy_coder_alloc(opaque, (size_t) items * size);
}

static bool prepare(struct zlib_coder* coder) {
  if (!loaded())
    return gy_coder_refuse(&coder->base, "libz.so.1 could not be loaded");
  coder->stream.zalloc = allocate;
  coder->stream.zfree = gy_coder_release;
  coder->stream.opaque = coder;
  return coder->base.setup.count == NUMBERS;
}

static bool fail(struct zlib_coder* coder, int error, const char* message) {
  static const char codes[] = GY_NAME(Z_VERSION_ERROR) GY_NAME(Z_BUF_ERROR) GY_NAME(Z_MEM_ERROR)
      GY_NAME(Z_DATA_ERROR) GY_NAME(Z_STREAM_ERROR) GY_NAME(Z_ERRNO) GY_NAME(Z_OK)
          GY_NAME(Z_STREAM_END) GY_NAME(Z_NEED_DICT);

  gy_coder_fail(&coder->base, error, gy_name_at(codes, (size_t) (error - Z_VERSION_ERROR)),
                message);
  return false;
}

static bool fail_by_zlib(struct zlib_coder* coder, int error) {
  return fail(coder, error, coder->stream.msg != NULL ? coder->stream.msg : "Zlib error");
}

/* One call of deflate() or inflate(), with at most 4 GiB. */
static int advance(struct zlib_coder* coder, int (*code)(z_stream*, int)) {
  struct gy_coder* base = &coder->base;
  z_stream* z = &coder->stream;
  uInt in = base->in_left < UINT_MAX ? (uInt) base->in_left : UINT_MAX;
  uInt out = base->out_left < UINT_MAX ? (uInt) base->out_left : UINT_MAX;
  static Bytef nothing;

  z->next_in = in > 0 ? (Bytef*) base->in : &nothing; /* NULL would be an error */
  z->avail_in = in;
  z->next_out = base->out;
  z->avail_out = out;
  int result = code(z, base->in_left > in ? Z_NO_FLUSH : base->flush);
  in -= z->avail_in;
  out -= z->avail_out;
  base->in += in;
  base->in_left -= in;
  base->out += out;
  base->out_left -= out;
  return result;
}

/* ---- Compressing ---- */

/* gzip has no dictionaries: the option is ignored. */
static bool set_deflate_dictionary(struct zlib_coder* coder) {
  const struct gy_coder_setup* setup = &coder->base.setup;

  return setup->dictionary == NULL || setup->mode == GZIP ||
         zlib.deflateSetDictionary(&coder->stream, setup->dictionary,
                                   (uInt) setup->dictionary_length) == Z_OK;
}

static bool open_deflate(struct gy_coder* base) {
  struct zlib_coder* coder = (struct zlib_coder*) base;

  if (!prepare(coder))
    return false;
  const int32_t* numbers = base->setup.numbers;
  int bits = numbers[WINDOW_BITS];
  if (base->setup.mode == GZIP)
    bits += GZIP_WINDOW;
  else if (base->setup.mode == DEFLATERAW)
    bits = -bits;
  if (zlib.deflateInit2_(&coder->stream, numbers[LEVEL], Z_DEFLATED, bits, numbers[MEMORY_LEVEL],
                         numbers[STRATEGY], ZLIB_VERSION, sizeof(z_stream)) != Z_OK)
    return false;
  if (set_deflate_dictionary(coder))
    return true;
  zlib.deflateEnd(&coder->stream);
  return gy_coder_refuse(base, "Failed to set dictionary");
}

static void step_deflate(struct gy_coder* base) {
  struct zlib_coder* coder = (struct zlib_coder*) base;
  int result;

  if (gy_coder_is_done(base))
    return;
  do {
    result = advance(coder, zlib.deflate);
    base->ended = result == Z_STREAM_END;
    if (result != Z_OK && result != Z_BUF_ERROR && !base->ended) {
      fail_by_zlib(coder, result);
      return;
    }
  } while (result == Z_OK && base->in_left > 0 && base->out_left > 0);
  /* The output is not full: an earlier flush has ended the data, and this input would be lost. */
  if (base->in_left > 0 && base->out_left > 0)
    fail_by_zlib(coder, Z_BUF_ERROR);
}

static bool reset_deflate(struct gy_coder* base) {
  struct zlib_coder* coder = (struct zlib_coder*) base;
  int result = zlib.deflateReset(&coder->stream);

  base->ended = false;
  if (result != Z_OK)
    return fail(coder, result, "Failed to reset stream");
  return set_deflate_dictionary(coder) || fail(coder, Z_STREAM_ERROR, "Failed to set dictionary");
}

/* A step has flushed all earlier input, so deflateParams() needs no output buffer. */
static bool set_params(struct gy_coder* base, int level, int strategy) {
  struct zlib_coder* coder = (struct zlib_coder*) base;
  Bytef nowhere;

  coder->stream.next_out = &nowhere;
  coder->stream.avail_in = coder->stream.avail_out = 0;
  int result = zlib.deflateParams(&coder->stream, level, strategy);
  return result == Z_OK || result == Z_BUF_ERROR || fail(coder, result, "Failed to set parameters");
}

static void close_deflate(struct gy_coder* base) {
  zlib.deflateEnd(&((struct zlib_coder*) base)->stream);
}

/* ---- Decompressing ---- */

/* Raw data does not say whether it needs a dictionary: it is set at the start. */
static bool set_raw_dictionary(struct zlib_coder* coder) {
  const struct gy_coder_setup* setup = &coder->base.setup;

  return setup->mode != INFLATERAW || setup->dictionary == NULL ||
         zlib.inflateSetDictionary(&coder->stream, setup->dictionary,
                                   (uInt) setup->dictionary_length) == Z_OK;
}

static bool open_inflate(struct gy_coder* base) {
  struct zlib_coder* coder = (struct zlib_coder*) base;

  if (!prepare(coder))
    return false;
  int bits = base->setup.numbers[WINDOW_BITS];
  switch (base->setup.mode) {
    case GUNZIP: bits += GZIP_WINDOW; break;
    case UNZIP: bits += ANY_WINDOW; break;
    case INFLATERAW: bits = -bits; break;
    default: break;
  }
  if (zlib.inflateInit2_(&coder->stream, bits, ZLIB_VERSION, sizeof(z_stream)) != Z_OK)
    return false;
  if (set_raw_dictionary(coder))
    return true;
  zlib.inflateEnd(&coder->stream);
  return gy_coder_refuse(base, "Failed to set dictionary");
}

static bool give_dictionary(struct zlib_coder* coder) {
  const struct gy_coder_setup* setup = &coder->base.setup;

  if (setup->dictionary == NULL)
    return fail(coder, Z_NEED_DICT, "Missing dictionary");
  return zlib.inflateSetDictionary(&coder->stream, setup->dictionary,
                                   (uInt) setup->dictionary_length) == Z_OK ||
         fail(coder, Z_NEED_DICT, "Bad dictionary");
}

/* At the end of a member: starts the next one, if there is one. */
static bool next_member(struct zlib_coder* coder) {
  struct gy_coder* base = &coder->base;

  if (!coder->is_gzip || base->setup.only_one || base->in_left == 0 || base->in[0] == 0)
    return false;
  zlib.inflateReset(&coder->stream);
  base->ended = coder->is_begun = false;
  return true;
}

static void begin_member(struct zlib_coder* coder) {
  struct gy_coder* base = &coder->base;

  if (coder->is_begun || base->in_left == 0)
    return;
  coder->is_begun = true;
  coder->is_gzip = base->setup.mode == GUNZIP || (base->setup.mode == UNZIP && base->in[0] == 0x1f);
}

static void step_inflate(struct gy_coder* base) {
  struct zlib_coder* coder = (struct zlib_coder*) base;

  while (!base->ended || next_member(coder)) {
    begin_member(coder);
    int result = advance(coder, zlib.inflate);
    if (result == Z_NEED_DICT) {
      if (!give_dictionary(coder))
        return;
      continue;
    }
    base->ended = result == Z_STREAM_END;
    if (result != Z_OK && result != Z_BUF_ERROR && !base->ended) {
      fail_by_zlib(coder, result);
      return;
    }
    if (base->out_left == 0)
      return;
    if (!base->ended && base->in_left == 0) {
      if (base->flush == Z_FINISH)
        gy_coder_fail_at_end(base);
      return;
    }
  }
}

static bool reset_inflate(struct gy_coder* base) {
  struct zlib_coder* coder = (struct zlib_coder*) base;
  int result = zlib.inflateReset(&coder->stream);

  base->ended = coder->is_begun = false;
  if (result != Z_OK)
    return fail(coder, result, "Failed to reset stream");
  return set_raw_dictionary(coder) || fail(coder, Z_STREAM_ERROR, "Failed to set dictionary");
}

static void close_inflate(struct gy_coder* base) {
  zlib.inflateEnd(&((struct zlib_coder*) base)->stream);
}

const struct gy_coder_type gy_deflate_type = {
    .size = sizeof(struct zlib_coder),
    .open = open_deflate,
    .step = step_deflate,
    .reset = reset_deflate,
    .close = close_deflate,
    .params = set_params,
};

const struct gy_coder_type gy_inflate_type = {
    .size = sizeof(struct zlib_coder),
    .open = open_inflate,
    .step = step_inflate,
    .reset = reset_inflate,
    .close = close_inflate,
};
