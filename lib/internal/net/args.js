'use strict';
// The many ways to say where to connect or listen, as [options, callback].

const kNormalized = Symbol('normalizedArgs');

// A string that is no port number is the path of a unix socket.
const isPipeName = (value) => typeof value === 'string' && toPort(value) === false;

function toPort(value) {
  const number = Number(value);
  return number >= 0 ? number : false;
}

function normalizeArgs(args) {
  let result;
  if (args.length === 0)
    result = [{}, null];
  else {
    const first = args[0];
    let options = {};
    if (typeof first === 'object' && first !== null)
      options = first;
    else if (isPipeName(first))
      options.path = first;
    else {
      options.port = first;
      if (args.length > 1 && typeof args[1] === 'string')
        options.host = args[1];
    }
    const last = args[args.length - 1];
    result = [options, typeof last === 'function' ? last : null];
  }
  result[kNormalized] = true;
  return result;
}

module.exports = { isPipeName, kNormalized, normalizeArgs, toPort };
