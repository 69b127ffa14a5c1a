/* src/runtime/bindings/zlib/brotli.c — Brotli, by libbrotlienc and libbrotlidec.
 *
 * (1) The libraries have no reset: a new instance is created with the same parameters.
 * (2) Brotli 1.0 of Debian 12 does not support dictionaries of the program.
 * (3) Debian's encoder calls exit() when an allocation fails, on any thread. So the allocator never
 *     returns NULL: it leaves the step by longjmp(). The memory of that encoder is lost, because
 *     its state is not known. */
#include <brotli/decode.h>
#include <brotli/encode.h>
#include <pthread.h>
#include <setjmp.h>

#include "coder.h"

#define ENCODER(X)                \
  X(BrotliEncoderCompressStream)  \
  X(BrotliEncoderCreateInstance)  \
  X(BrotliEncoderDestroyInstance) \
  X(BrotliEncoderHasMoreOutput)   \
  X(BrotliEncoderIsFinished)      \
  X(BrotliEncoderSetParameter)
#define DECODER(X)                 \
  X(BrotliDecoderCreateInstance)   \
  X(BrotliDecoderDecompressStream) \
  X(BrotliDecoderDestroyInstance)  \
  X(BrotliDecoderGetErrorCode)     \
  X(BrotliDecoderSetParameter)

struct brotli_coder {
  struct gy_coder base;
  BrotliEncoderState* encoder; /* one of the two is NULL; both after (3) or a vain reset */
  BrotliDecoderState* decoder;
  jmp_buf* no_memory; /* during a step of the encoder */
};

static struct { ENCODER(GY_FUNCTION_FIELD) } encoding;
static struct { DECODER(GY_FUNCTION_FIELD) } decoding;
static bool is_encoder_loaded, is_decoder_loaded;
static pthread_once_t encoder_once = PTHREAD_ONCE_INIT, decoder_once = PTHREAD_ONCE_INIT;

static void load_encoder(void) {
  is_encoder_loaded = gy_symbols_load("libbrotlienc.so.1", ENCODER(GY_NAME), (void**) &encoding);
}

static void load_decoder(void) {
  is_decoder_loaded = gy_symbols_load("libbrotlidec.so.1", DECODER(GY_NAME), (void**) &decoding);
}

static bool refuse_dictionary(struct gy_coder* base) {
  return gy_coder_refuse(base, "Dictionaries need Brotli 1.1");
}

/* ---- Compressing ---- */

static void* allocate(void* opaque, size_t size) {
  struct brotli_coder* coder = opaque;
  void* memory = gy_coder_alloc(&coder->base, size);

  if (memory == NULL && coder->no_memory != NULL)
    longjmp(*coder->no_memory, 1);
  return memory;
}

static bool make_encoder(struct brotli_coder* coder) {
  const struct gy_coder_setup* setup = &coder->base.setup;

  coder->encoder = encoding.BrotliEncoderCreateInstance(allocate, gy_coder_release, coder);
  if (coder->encoder == NULL)
    return false;
  for (size_t i = 0; i + 1 < setup->count; i += 2)
    if (!encoding.BrotliEncoderSetParameter(coder->encoder,
                                            (BrotliEncoderParameter) setup->numbers[i],
                                            (uint32_t) setup->numbers[i + 1])) {
      encoding.BrotliEncoderDestroyInstance(coder->encoder);
      return false;
    }
  return true;
}

static bool open_encoder(struct gy_coder* base) {
  pthread_once(&encoder_once, load_encoder);
  if (!is_encoder_loaded)
    return gy_coder_refuse(base, "libbrotlienc.so.1 could not be loaded");
  if (base->setup.dictionary != NULL)
    return refuse_dictionary(base);
  return make_encoder((struct brotli_coder*) base);
}

static bool encode(struct gy_coder* base, BrotliEncoderState* encoder) {
  do {
    if (!encoding.BrotliEncoderCompressStream(encoder, (BrotliEncoderOperation) base->flush,
                                              &base->in_left, &base->in, &base->out_left,
                                              &base->out, NULL))
      return false;
  } while (base->out_left > 0 &&
           (base->in_left > 0 || encoding.BrotliEncoderHasMoreOutput(encoder)));
  base->ended = encoding.BrotliEncoderIsFinished(encoder);
  return true;
}

static void step_encoder(struct gy_coder* base) {
  struct brotli_coder* coder = (struct brotli_coder*) base;
  jmp_buf no_memory;

  if (gy_coder_is_done(base))
    return;
  coder->no_memory = &no_memory;
  if (setjmp(no_memory) != 0)
    coder->encoder = NULL;
  if (coder->encoder == NULL || !encode(base, coder->encoder))
    gy_coder_fail(base, -1, "ERR_BROTLI_COMPRESSION_FAILED", "Compression failed");
  coder->no_memory = NULL;
}

static void close_encoder(struct gy_coder* base) {
  encoding.BrotliEncoderDestroyInstance(((struct brotli_coder*) base)->encoder);
}

static bool reset_encoder(struct gy_coder* base) {
  close_encoder(base);
  base->ended = false;
  if (make_encoder((struct brotli_coder*) base))
    return true;
  ((struct brotli_coder*) base)->encoder = NULL;
  gy_coder_fail(base, -1, "ERR_ZLIB_INITIALIZATION_FAILED", "Initialization failed");
  return false;
}

/* ---- Decompressing ---- */

static bool make_decoder(struct brotli_coder* coder) {
  const struct gy_coder_setup* setup = &coder->base.setup;

  coder->decoder =
      decoding.BrotliDecoderCreateInstance(gy_coder_alloc, gy_coder_release, &coder->base);
  if (coder->decoder == NULL)
    return false;
  for (size_t i = 0; i + 1 < setup->count; i += 2)
    if (!decoding.BrotliDecoderSetParameter(coder->decoder,
                                            (BrotliDecoderParameter) setup->numbers[i],
                                            (uint32_t) setup->numbers[i + 1])) {
      decoding.BrotliDecoderDestroyInstance(coder->decoder);
      return false;
    }
  return true;
}

static bool open_decoder(struct gy_coder* base) {
  pthread_once(&decoder_once, load_decoder);
  if (!is_decoder_loaded)
    return gy_coder_refuse(base, "libbrotlidec.so.1 could not be loaded");
  if (base->setup.dictionary != NULL)
    return refuse_dictionary(base);
  return make_decoder((struct brotli_coder*) base);
}

/* Some releases of the library omit the first half of these names. */
static const char* name_of(BrotliDecoderErrorCode error) {
#define NAME(prefix, name, value) "ERR_" #prefix #name "\0"
#define VALUE(prefix, name, value) value,
  /* cppcheck-suppress syntaxError ; the list is the library's, which it does not read */
  static const char names[] = BROTLI_DECODER_ERROR_CODES_LIST(NAME, );
  static const signed char values[] = {BROTLI_DECODER_ERROR_CODES_LIST(VALUE, )};
#undef NAME
#undef VALUE
  size_t i = 0;

  while (i + 1 < sizeof(values) && values[i] != (int) error)
    i++;
  return gy_name_at(names, i);
}

static void fail_decoding(struct brotli_coder* coder) {
  BrotliDecoderErrorCode error = decoding.BrotliDecoderGetErrorCode(coder->decoder);

  gy_coder_fail(&coder->base, (int) error, name_of(error), "Decompression failed");
}

static void step_decoder(struct gy_coder* base) {
  struct brotli_coder* coder = (struct brotli_coder*) base;

  if (base->ended)
    return;
  if (coder->decoder == NULL) {
    gy_coder_fail(base, -1, "ERR_ZLIB_INITIALIZATION_FAILED", "Initialization failed");
    return;
  }
  switch (decoding.BrotliDecoderDecompressStream(coder->decoder, &base->in_left, &base->in,
                                                 &base->out_left, &base->out, NULL)) {
    case BROTLI_DECODER_RESULT_SUCCESS: base->ended = true; break;
    case BROTLI_DECODER_RESULT_ERROR: fail_decoding(coder); break;
    case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT:
      if (base->flush == BROTLI_OPERATION_FINISH)
        gy_coder_fail_at_end(base);
      break;
    case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: break;
  }
}

static void close_decoder(struct gy_coder* base) {
  decoding.BrotliDecoderDestroyInstance(((struct brotli_coder*) base)->decoder);
}

static bool reset_decoder(struct gy_coder* base) {
  close_decoder(base);
  base->ended = false;
  if (make_decoder((struct brotli_coder*) base))
    return true;
  ((struct brotli_coder*) base)->decoder = NULL;
  gy_coder_fail(base, -1, "ERR_ZLIB_INITIALIZATION_FAILED", "Initialization failed");
  return false;
}

const struct gy_coder_type gy_brotli_encode_type = {
    .size = sizeof(struct brotli_coder),
    .open = open_encoder,
    .step = step_encoder,
    .reset = reset_encoder,
    .close = close_encoder,
};

const struct gy_coder_type gy_brotli_decode_type = {
    .size = sizeof(struct brotli_coder),
    .open = open_decoder,
    .step = step_decoder,
    .reset = reset_decoder,
    .close = close_decoder,
};
