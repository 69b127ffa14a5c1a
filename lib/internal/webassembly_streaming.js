'use strict';
// WebAssembly.compileStreaming() and instantiateStreaming(): the module is the body of a Response.
// The engine compiles complete modules only, so the body is read to its end first.

const { ReflectConstruct, Uint8Array } = primordials;
const { codes } = require('internal/errors');
const { wasm } = require('internal/bootstrap/loader');
const { readAll } = require('internal/fetch/body');
const { responseState } = require('internal/fetch/response');

const coded = (code, ...args) => ReflectConstruct(codes[code], args);
const { compile, instantiate, CompileError } = wasm;

// The bytes of what the program gave, a response or a promise for one.
async function bytesOf(source) {
  const response = await source;
  const state = responseState(response);
  if (state === undefined) {
    throw coded('ERR_INVALID_ARG_TYPE', 'source', ['Response', 'Promise resolving to Response'],
                response);
  }
  const { body, headers, status } = state;
  const type = headers.get('content-type');
  if (type !== 'application/wasm')
    throw coded('ERR_WEBASSEMBLY_RESPONSE', `has unsupported MIME type '${type}'`);
  if (status < 200 || status > 299)
    throw coded('ERR_WEBASSEMBLY_RESPONSE', `has status code ${status}`);
  if (body?.isUnusable())
    throw coded('ERR_WEBASSEMBLY_RESPONSE', 'body has already been used');
  return body === null ? new Uint8Array(0) : await readAll(body);
}

async function compileStreaming(source) {
  const bytes = await bytesOf(source);
  try {
    return await compile(bytes);
  } catch (error) {
    if (error instanceof CompileError)
      error.message = `WebAssembly.compileStreaming(): ${error.message}`;
    throw error;
  }
}

async function instantiateStreaming(source, imports) {
  return await instantiate(await bytesOf(source), imports);
}

module.exports = { compileStreaming, instantiateStreaming };
