'use strict';
// compileStreaming() and instantiateStreaming() take a Response, or a promise for one, with the
// type of WebAssembly.
const assert = require('assert');

const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
const headers = { 'content-type': 'application/wasm' };

(async () => {
  const module = await WebAssembly.compileStreaming(new Response(bytes, { headers }));
  assert(module instanceof WebAssembly.Module);
  const made = await WebAssembly.instantiateStreaming(
    Promise.resolve(new Response(bytes, { headers })), {});
  assert(made.instance instanceof WebAssembly.Instance);
  assert(made.module instanceof WebAssembly.Module);

  const refused = (source, expected) =>
    assert.rejects(WebAssembly.compileStreaming(source), expected);
  await refused(1, { code: 'ERR_INVALID_ARG_TYPE', message: /^The "source" argument/ });
  await refused(new Response(bytes), {
    code: 'ERR_WEBASSEMBLY_RESPONSE',
    message: "WebAssembly response has unsupported MIME type 'null'",
  });
  await refused(new Response(bytes, { headers, status: 404 }), {
    code: 'ERR_WEBASSEMBLY_RESPONSE', message: 'WebAssembly response has status code 404',
  });
  await refused(new Response(bytes.subarray(0, 5), { headers }), {
    name: 'CompileError', message: /^WebAssembly\.compileStreaming\(\): ./,
  });
  const reason = new RangeError('mine');
  await refused(Promise.reject(reason), (error) => error === reason);
})();
