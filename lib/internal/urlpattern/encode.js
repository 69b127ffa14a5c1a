'use strict';
// How a component's fixed text is written in a URL: the URL parser knows, so it is asked. What it
// would not take makes the pattern invalid.

const { URL } = require('internal/url');

const invalid = (what, value) => new TypeError(`Invalid ${what} in pattern: ${value}`);
const dummy = () => new URL('https://dummy.invalid/');

// What a setter makes of the value on a dummy.
function through(part, value) {
  const url = dummy();
  url[part] = value;
  return url[part];
}

function protocol(value) {
  if (value === '')
    return '';
  const url = URL.parse(`${value}://dummy.invalid/`);
  if (url === null || !/^[a-z][a-z0-9+.-]*$/i.test(value))
    throw invalid('protocol', value);
  return url.protocol.slice(0, -1);
}

function hostname(value) {
  if (value === '')
    return '';
  const url = new URL('https://dummy/');
  url.hostname = value;
  if (url.hostname === 'dummy' && value.toLowerCase() !== 'dummy')
    throw invalid('hostname', value);
  return url.hostname;
}

function ipv6(value) {
  if (/[^0-9a-f[\]:]/i.test(value))
    throw invalid('address', value);
  return value.toLowerCase();
}

function port(value, scheme) {
  if (value === '')
    return '';
  const digits = value.replace(/[\t\n\r]/g, '');
  const url = URL.parse(`${scheme || 'dummy'}://dummy.invalid:${/^[0-9]+/.exec(digits)?.[0]}/`);
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
  return value[0] === '/' ? url.pathname : url.pathname.slice(2);
}

function opaquePathname(value) {
  return value === '' ? '' : new URL(`data:${value.replace(/[?#]/g, encodeURIComponent)}`).pathname;
}

module.exports = {
  protocol, hostname, ipv6, port, pathname, opaquePathname,
  username: (value) => (value === '' ? '' : through('username', value)),
  password: (value) => (value === '' ? '' : through('password', value)),
  search: (value) => (value === '' ? '' : through('search', value).slice(1)),
  hash: (value) => (value === '' ? '' : through('hash', value).slice(1)),
};
