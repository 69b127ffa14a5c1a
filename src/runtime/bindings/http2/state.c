/* src/runtime/bindings/http2/state.c — the state of a session and of its streams, for
 * `session.state` and `stream.state`. */
#include "http2.h"

static JSValueRef list_of(gy_env* env, const double* numbers, size_t count) {
  JSObjectRef list = gy_array_new(env, count);

  for (size_t i = 0; i < count; i++)
    JSObjectSetPropertyAtIndex(env->ctx, list, (unsigned) i, gy_number(env, numbers[i]), NULL);
  return list;
}

/* state(id) → numbers, in the order of `session.state`, then frames received and sent */
GY_FUNCTION(session_state) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);

  if (s == NULL)
    return gy_undefined(env);
  double numbers[] = {
      s->ng->nghttp2_session_get_effective_local_window_size(s->session),
      s->ng->nghttp2_session_get_effective_recv_data_length(s->session),
      s->ng->nghttp2_session_get_next_stream_id(s->session),
      s->ng->nghttp2_session_get_local_window_size(s->session),
      s->ng->nghttp2_session_get_last_proc_stream_id(s->session),
      s->ng->nghttp2_session_get_remote_window_size(s->session),
      (double) s->ng->nghttp2_session_get_outbound_queue_size(s->session),
      (double) s->ng->nghttp2_session_get_hd_deflate_dynamic_table_size(s->session),
      (double) s->ng->nghttp2_session_get_hd_inflate_dynamic_table_size(s->session),
      s->frames_received,
      s->frames_sent,
  };
  return list_of(env, numbers, GY_COUNT(numbers));
}

/* streamState(id, stream) → [state, localWindowSize, localClose, remoteClose], or undefined */
GY_FUNCTION(stream_state) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  int32_t id = gy_arg_int(ctx, argc, argv, 1);
  nghttp2_stream* stream = s != NULL ? s->ng->nghttp2_session_find_stream(s->session, id) : NULL;

  if (stream == NULL)
    return gy_undefined(env);
  double numbers[] = {
      s->ng->nghttp2_stream_get_state(stream),
      s->ng->nghttp2_session_get_stream_local_window_size(s->session, id),
      s->ng->nghttp2_session_get_stream_local_close(s->session, id),
      s->ng->nghttp2_session_get_stream_remote_close(s->session, id),
  };
  return list_of(env, numbers, GY_COUNT(numbers));
}

/* settingsOf(id, isLocal) → the values of the settings 1 to 6 and 8 */
GY_FUNCTION(settings_of) {
  gy_env* env = gy_env_here();
  struct h2_session* s = h2_session_arg(ctx, argc, argv);
  bool is_local = gy_arg_bool(ctx, argc, argv, 1);
  static const nghttp2_settings_id ids[] = {1, 2, 3, 4, 5, 6, 8};
  double values[GY_COUNT(ids)];

  if (s == NULL)
    return gy_undefined(env);
  for (size_t i = 0; i < GY_COUNT(ids); i++)
    values[i] = is_local ? s->ng->nghttp2_session_get_local_settings(s->session, ids[i])
                         : s->ng->nghttp2_session_get_remote_settings(s->session, ids[i]);
  return list_of(env, values, GY_COUNT(values));
}

/* setNextStreamID(id, number) → whether it was valid */
GY_FUNCTION(set_next_stream_id) {
  struct h2_session* s = h2_session_arg(ctx, argc, argv);

  return gy_bool(gy_env_here(), s != NULL && s->ng->nghttp2_session_set_next_stream_id(
                                                 s->session, gy_arg_int(ctx, argc, argv, 1)) == 0);
}

/* setLocalWindowSize(id, size) → 0 or an error of nghttp2 */
GY_FUNCTION(set_local_window_size) {
  struct h2_session* s = h2_session_arg(ctx, argc, argv);

  if (s == NULL)
    return gy_number(gy_env_here(), NGHTTP2_ERR_INVALID_STATE);
  return gy_number(gy_env_here(),
                   s->ng->nghttp2_session_set_local_window_size(s->session, NGHTTP2_FLAG_NONE, 0,
                                                                gy_arg_int(ctx, argc, argv, 1)));
}

/* errorText(number) → the text of an error of nghttp2 */
GY_FUNCTION(error_text) {
  gy_env* env = gy_env_here();
  const struct gy_nghttp2* ng = gy_nghttp2(env, exception);

  return ng != NULL ? gy_string(env, ng->nghttp2_strerror(gy_arg_int(ctx, argc, argv, 0))) : NULL;
}

void h2_bind_state(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"state", session_state},
      {"streamState", stream_state},
      {"settingsOf", settings_of},
      {"setNextStreamID", set_next_stream_id},
      {"setLocalWindowSize", set_local_window_size},
      {"errorText", error_text},
  };

  gy_define(env, target, functions);
}
