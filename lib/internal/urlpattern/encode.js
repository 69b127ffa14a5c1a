'use strict';
// How a component's fixed text is written in a URL, by the URL parser. What that refuses makes the
// pattern invalid.

const {
  RegExpPrototypeExec, SafeRegExp, StringPrototypeReplace, StringPrototypeSlice,
  StringPrototypeToLowerCase, encodeURIComponent,
} = primordials;
const { parseURL } = require('internal/url');

const BREAKS = new SafeRegExp(/[\t\n\r]/g);
const PATH_ENDS = new SafeRegExp(/[?#]/g);
const slice = (text, start, end) => StringPrototypeSlice.call(text, start, end);
const invalid = (what, value) => new primordials.TypeError(`Invalid ${what} in pattern: ${value}`);
const dummy = () => parseURL('https://dummy.invalid/');

// What a setter makes of the value on a dummy.
function through(part, value) {
  const url = dummy();
  url[part] = value;
  return url[part];
}

function protocol(value) {
  if (value === '')
    return '';
  const url = parseURL(`${value}://dummy.invalid/`);
  if (url === null || RegExpPrototypeExec.call(/^[a-z][a-z0-9+.-]*$/i, value) === null)
    throw invalid('protocol', value);
  return slice(url.protocol, 0, -1);
}

function hostname(value) {
  if (value === '')
    return '';
  const url = parseURL('https://dummy/');
  url.hostname = value;
  if (url.hostname === 'dummy' && StringPrototypeToLowerCase.call(value) !== 'dummy')
    throw invalid('hostname', value);
  return url.hostname;
}

function ipv6(value) {
  if (RegExpPrototypeExec.call(/[^0-9a-f[\]:]/i, value) !== null)
    throw invalid('address', value);
  return StringPrototypeToLowerCase.call(value);
}

function port(value, scheme) {
  if (value === '')
    return '';
  const digits = StringPrototypeReplace.call(value, BREAKS, '');
  const number = RegExpPrototypeExec.call(/^[0-9]+/, digits)?.[0];
  const url = parseURL(`${scheme || 'dummy'}://dummy.invalid:${number}/`);
  if (url === null)
    throw invalid('port', value);
  return url.port;
}

function pathname(value) {
  if (value === '')
    return '';
  // Without a slash in front the text goes on where a match ended: "/-" keeps its place.
  const url = dummy();
  url.pathname = value[0] === '/' ? value : `/-${value}`;
  return value[0] === '/' ? url.pathname : slice(url.pathname, 2);
}

function opaquePathname(value) {
  if (value === '')
    return '';
  const escaped = StringPrototypeReplace.call(value, PATH_ENDS, (char) => encodeURIComponent(char));
  return parseURL(`data:${escaped}`).pathname;
}

module.exports = {
  protocol, hostname, ipv6, port, pathname, opaquePathname,
  username: (value) => (value === '' ? '' : through('username', value)),
  password: (value) => (value === '' ? '' : through('password', value)),
  search: (value) => (value === '' ? '' : slice(through('search', value), 1)),
  hash: (value) => (value === '' ? '' : slice(through('hash', value), 1)),
};
