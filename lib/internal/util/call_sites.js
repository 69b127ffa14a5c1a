'use strict';
// util.getCallSites(): the caller's frames as plain objects, whatever Error.prepareStackTrace is.

const { NumberIsInteger, SafeMap } = primordials;
const { callerFrames } = require('internal/error_stack');
const { append } = require('internal/util');
const { validateBoolean, validateNumber, validateObject } = require('internal/validators');
const { codes: { ERR_OUT_OF_RANGE } } = require('internal/errors');

// The engine has no ids for scripts: they are numbered in the order of first use.
const ids = new SafeMap();

function idOf(url) {
  let id = ids.get(url);
  if (id === undefined) {
    id = `${ids.size + 1}`;
    ids.set(url, id);
  }
  return id;
}

function siteOf(frame) {
  return {
    __proto__: null, functionName: frame.name ?? '', scriptId: idOf(frame.url),
    scriptName: frame.url ?? '',
    lineNumber: frame.line, columnNumber: frame.column, column: frame.column,
  };
}

function getCallSites(frameCount, options, hide) {
  if (options === undefined && typeof frameCount === 'object') {
    options = frameCount;
    frameCount = 10;
  }
  if (options !== undefined) {
    validateObject(options, 'options');
    if (options.sourceMap !== undefined)
      validateBoolean(options.sourceMap, 'options.sourceMap');
  }
  validateNumber(frameCount, 'frameCount', 1, 200);
  if (!NumberIsInteger(frameCount))
    throw new ERR_OUT_OF_RANGE('frameCount', 'an integer', frameCount);
  const frames = callerFrames(hide, frameCount);
  const { getSupport, originalOf } = require('internal/source_map/files');
  const mapped = options?.sourceMap ?? getSupport().enabled;
  const sites = [];
  for (let i = 0; i < frames.length && i < frameCount; i++)
    append(sites, siteOf(mapped ? originalOf(frames[i]) : frames[i]));
  return sites;
}

module.exports = { getCallSites };
