/* src/runtime/bindings/url.c — internalBinding('url'): one call per URL. A call returns the
 * normalised text and leaves in `layout`, a Uint32Array, where its parts lie (struct
 * gy_url_layout); lib/ cuts them out when somebody asks. */
#include "runtime/gyre.h"
#include "runtime/url/url.h"
#include "view.h"

/* One per thread, as environments are; shared with JavaScript. */
static _Thread_local struct gy_url_layout layout;

static bool is_given(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t i) {
  return i < argc && !JSValueIsUndefined(ctx, argv[i]);
}

/* Parses argv[0], against argv[1] if that is given. */
static enum gy_url_status parse_arguments(gy_env* env, struct gy_url* url, size_t argc,
                                          const JSValueRef* argv, JSValueRef* exception) {
  struct gy_text input;
  struct gy_text base_text;
  struct gy_url base;
  enum gy_url_status status = GY_URL_INVALID;

  gy_url_parse(url, "", 0, NULL);
  if (argc == 0 || !gy_text_get(env, argv[0], &input, exception))
    return status;
  if (!is_given(env->ctx, argc, argv, 1)) {
    status = gy_url_parse(url, input.data, input.length, NULL);
  } else if (gy_text_get(env, argv[1], &base_text, exception)) {
    status = gy_url_parse(&base, base_text.data, base_text.length, NULL);
    if (status == GY_URL_OK)
      status = gy_url_parse(url, input.data, input.length, &base);
    gy_url_free(&base);
    gy_text_free(&base_text);
  }
  gy_text_free(&input);
  return status;
}

/* The text of a URL, or undefined when there is none; frees it. */
static JSValueRef finish(gy_env* env, struct gy_url* url, enum gy_url_status status,
                         JSValueRef* exception) {
  JSValueRef result = gy_undefined(env);
  struct gy_url_text text;

  gy_url_text_init(&text);
  if (status == GY_URL_OK)
    status = gy_url_write(url, &text, &layout);
  if (status == GY_URL_OK)
    result = gy_string_latin1(env, (const uint8_t*) text.data, text.length);
  gy_url_text_free(&text);
  gy_url_free(url);
  return status == GY_URL_NO_MEMORY ? gy_throw(env, exception, "Out of memory") : result;
}

/* parse(input[, base]) → href | undefined */
GY_FUNCTION(parse) {
  gy_env* env = gy_env_here();
  struct gy_url url;
  enum gy_url_status status = parse_arguments(env, &url, argc, argv, exception);

  return finish(env, &url, status, exception);
}

/* canParse(input[, base]) → boolean */
GY_FUNCTION(can_parse) {
  gy_env* env = gy_env_here();
  struct gy_url url;
  enum gy_url_status status = parse_arguments(env, &url, argc, argv, exception);

  gy_url_free(&url);
  return gy_bool(env, status == GY_URL_OK);
}

/* update(href, part, value) → href */
GY_FUNCTION(update) {
  gy_env* env = gy_env_here();
  struct gy_url url;
  struct gy_text value;
  uint32_t part = (uint32_t) gy_arg_int(ctx, argc, argv, 1);
  enum gy_url_status status = parse_arguments(env, &url, argc > 0 ? 1 : 0, argv, exception);

  if (status == GY_URL_OK && part < GY_URL_PARTS && argc > 2 &&
      gy_text_get(env, argv[2], &value, exception)) {
    status = gy_url_set(&url, (enum gy_url_part) part, value.data, value.length);
    gy_text_free(&value);
  }
  return finish(env, &url, status, exception);
}

/* The host of "ws://<domain>" in one of its spellings; "" when it is not valid. */
static JSValueRef convert_domain(gy_env* env, JSValueRef value, bool unicode,
                                 JSValueRef* exception) {
  struct gy_text domain;
  struct gy_url_text ascii;
  struct gy_url_text shown;
  JSValueRef result = NULL;

  if (!gy_text_get(env, value, &domain, exception))
    return NULL;
  gy_url_text_init(&ascii);
  gy_url_text_init(&shown);
  enum gy_url_status status = gy_url_host(&ascii, domain.data, domain.length, true);
  if (status == GY_URL_OK && unicode)
    status = gy_url_domain_to_unicode(&shown, ascii.data, ascii.length);
  const struct gy_url_text* text = unicode ? &shown : &ascii;
  if (status == GY_URL_OK)
    result = gy_string_new(env, text->data, text->length);
  else
    result = gy_string(env, "");
  gy_url_text_free(&ascii);
  gy_url_text_free(&shown);
  gy_text_free(&domain);
  return result;
}

GY_FUNCTION(domain_to_ascii) {
  return argc == 0 ? JSValueMakeUndefined(ctx)
                   : convert_domain(gy_env_here(), argv[0], false, exception);
}

GY_FUNCTION(domain_to_unicode) {
  return argc == 0 ? JSValueMakeUndefined(ctx)
                   : convert_domain(gy_env_here(), argv[0], true, exception);
}

void gy_bind_url(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"parse", parse},
      {"canParse", can_parse},
      {"update", update},
      {"domainToASCII", domain_to_ascii},
      {"domainToUnicode", domain_to_unicode},
  };

  gy_define(env, target, functions);
  gy_set_view(env, target, "layout", kJSTypedArrayTypeUint32Array, &layout, sizeof(layout));
}
