'use strict';
// url.resolve(): a reference against a base, in the older notion of URLs (internal/url/legacy).

const { Url, urlParse, setPath, isSlashed } = require('internal/url/legacy');

const TARGET = ['slashes', 'auth', 'host', 'port', 'hostname', 'search', 'query', 'pathname'];

function take(to, from, keys) {
  for (const key of keys)
    to[key] = from[key];
}

// Segments without "." and ".."; what goes above the top is dropped if there is a top.
function withoutDots(segments, absolute) {
  const result = [];
  let above = 0;
  for (const segment of segments) {
    if (segment === '..') {
      if (result.length > 0)
        result.pop();
      else
        above++;
    } else if (segment !== '.') {
      result.push(segment);
    }
  }
  const last = segments.at(-1);
  if ((last === '.' || last === '..') && (result.length > 0 || above > 0 || absolute))
    result.push('');
  return absolute ? result : [...new Array(above).fill('..'), ...result];
}

const split = (path) => (path ? path.split('/') : []);

// "https:/p/a" from an http page: the first thing that is named is the host.
function hostFromPath(target) {
  const segments = split(target.pathname);
  let host = '';
  while (segments.length > 0 && host === '')
    host = segments.shift();
  return { host, pathname: `/${segments.join('/')}` };
}

// Another protocol: the base counts for nothing.
function takeForeign(out, ref) {
  if (!isSlashed(ref.protocol)) {
    Object.assign(out, ref);
    return;
  }
  const slashes = out.slashes || ref.slashes;
  take(out, ref, ['protocol', ...TARGET]);
  out.slashes = slashes;
  if (!ref.host && ref.protocol !== 'file:') {
    const { host, pathname } = hostFromPath(ref);
    out.host = host;
    out.hostname ||= '';
    out.pathname = pathname;
  } else {
    out.host = ref.host || '';
    out.hostname = ref.hostname || ref.host;
  }
  setPath(out);
}

// "//host/path": everything but the protocol.
function takeAuthority(out, ref) {
  take(out, ref, TARGET);
  if (isSlashed(out.protocol) && out.hostname && !out.pathname)
    out.pathname = '/';
  setPath(out);
}

// The path of a protocol without a host: what looked like one is the first segment.
function opaquePath(url) {
  const path = split(url.pathname);
  if (!url.host)
    return path;
  if (path[0] === '')
    path.shift();
  return [url.host, ...path];
}

function merge(out, ref) {
  const opaque = Boolean(out.protocol) && !isSlashed(out.protocol);
  const base = opaque ? opaquePath(out) : split(out.pathname);
  const own = opaque && ref.protocol ? opaquePath(ref) : split(ref.pathname);
  const rooted = (segments) => segments.length > 0 && segments[0] === '';
  let segments;
  if (ref.host || ref.host === '' || rooted(own)) {
    segments = own;
    if (!opaque || !ref.protocol)
      takeHostOf(out, ref);
  } else if (own.length > 0) {
    segments = [...base.slice(0, -1), ...own];
    out.auth &&= opaque ? null : out.auth;
  } else {
    mergeQuery(out, ref, opaque, base);
    return;
  }
  out.search = ref.search;
  out.query = ref.query;
  finish(out, segments, opaque, rooted(own) || rooted(base) || Boolean(out.host && ref.pathname));
}

function takeHostOf(out, ref) {
  if (ref.host || ref.host === '') {
    if (out.host !== ref.host)
      out.auth = null;
    take(out, ref, ['host', 'port', 'hostname']);
    out.auth = ref.auth ?? out.auth;
  }
}

function mergeQuery(out, ref, opaque, base) {
  if (ref.search === null || ref.search === undefined) {
    finish(out, base, opaque, base[0] === '' || false);
    return;
  }
  out.search = ref.search;
  out.query = ref.query;
  setPath(out);
}

function finish(out, segments, opaque, absolute) {
  const top = segments[0] === '';
  let path = withoutDots(top ? segments.slice(1) : segments, absolute || opaque);
  if (opaque) {
    out.hostname = top ? '' : path.shift() ?? '';
    out.host = out.hostname;
    out.port = null;
    const at = out.host.indexOf('@');
    if (at > 0) {
      out.auth = out.host.slice(0, at);
      out.host = out.hostname = out.host.slice(at + 1);
    }
    if (top || path.length > 0)
      path = ['', ...path];
  } else if (absolute) {
    path = ['', ...path];
  }
  out.pathname = path.length > 0 ? path.join('/') : null;
  if (path.length === 1 && path[0] === '')
    out.pathname = '/';
  setPath(out);
}

function resolveObject(base, relative) {
  const ref = urlParse(relative, false, true);
  const out = Object.assign(new Url(), base);
  out.hash = ref.hash;
  if (ref.href !== '') {
    if (ref.protocol && ref.protocol !== out.protocol)
      takeForeign(out, ref);
    else if (ref.slashes && !ref.protocol)
      takeAuthority(out, ref);
    else
      merge(out, ref);
  }
  out.href = out.format();
  return out;
}

module.exports = { resolveObject };
