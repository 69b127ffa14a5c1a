'use strict';
// https.request(): a ClientRequest that uses the agent of https.

const { ArrayPrototypeShift, ArrayPrototypeUnshift, ReflectApply, ReflectConstruct } = primordials;
const { ClientRequest } = require('internal/http/client');

const urlOptions = (url) => require('internal/url/paths').urlToHttpOptions(url);

function request(args) {
  let options = { __proto__: null };
  const { isURL, URL } = require('internal/url');
  if (typeof args[0] === 'string')
    options = urlOptions(new URL(ArrayPrototypeShift.call(args)));
  else if (isURL(args[0]))
    options = urlOptions(ArrayPrototypeShift.call(args));
  if (args[0] && typeof args[0] !== 'function')
    options = { __proto__: null, ...options, ...ArrayPrototypeShift.call(args) };
  else
    options = { __proto__: null, ...options };
  options._defaultAgent = require('https').globalAgent;
  ReflectApply(ArrayPrototypeUnshift, args, [options]);
  return ReflectConstruct(ClientRequest, args);
}

module.exports = { request };
