'use strict';
// url.resolve(): a reference against a base, in the older notion of URLs (internal/url/legacy).

const {
  Boolean, ObjectAssign, SafeArray, StringPrototypeIndexOf, StringPrototypeSlice,
  StringPrototypeSplit,
} = primordials;
const { Url, urlParse, setPath, isSlashed } = require('internal/url/legacy');

const HOST = ['host', 'port', 'hostname'];
const TARGET = ['slashes', 'auth', 'host', 'port', 'hostname', 'search', 'query', 'pathname'];

function take(to, from, keys) {
  for (let i = 0; i < keys.length; i++)
    to[keys[i]] = from[keys[i]];
}

// Segments without "." and ".."; what goes above the top is dropped if there is a top. `slash`: a
// slash goes before them, so that an empty last segment can stand for ".." even alone.
function withoutDots(segments, absolute, slash) {
  const result = new SafeArray();
  let above = 0;
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i];
    if (segment === '..') {
      if (result.length > 0)
        result.pop();
      else
        above++;
    } else if (segment !== '.') {
      result.push(segment);
    }
  }
  const last = segments[segments.length - 1];
  if ((last === '.' || last === '..') && (result.length > 0 || slash))
    result.push('');
  for (let i = 0; i < above && !absolute; i++)
    result.unshift('..');
  return result;
}

function split(path) {
  const segments = new SafeArray();
  const parts = path ? StringPrototypeSplit.call(`${path}`, '/') : [];
  for (let i = 0; i < parts.length; i++)
    segments.push(parts[i]);
  return segments;
}

// "https:/p/a" from an http page: the first thing that is named is the host.
function hostFromPath(target) {
  const segments = split(target.pathname);
  let host = '';
  while (segments.length > 0 && host === '')
    host = segments.shift();
  if (segments[0] !== '' || segments.length === 1)
    segments.unshift('');
  return { __proto__: null, host, pathname: segments.join('/') || '/' };
}

// Another protocol: the base counts for nothing.
function takeForeign(out, ref) {
  if (!isSlashed(ref.protocol)) {
    ObjectAssign(out, ref);
    return;
  }
  const slashes = out.slashes || ref.slashes;
  out.protocol = ref.protocol;
  take(out, ref, TARGET);
  out.slashes = slashes;
  if (!ref.host && ref.protocol !== 'file:') {
    const { host, pathname } = hostFromPath(ref);
    out.host = host;
    out.hostname = ref.hostname || host;
    out.pathname = pathname;
  } else {
    out.host = ref.host || '';
    out.hostname = ref.hostname || ref.host;
  }
  if (out.pathname || out.search)
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
  path.unshift(url.host);
  return path;
}

const rooted = (segments) => segments.length > 0 && segments[0] === '';

function merge(out, ref) {
  const opaque = Boolean(out.protocol) && !isSlashed(out.protocol);
  const base = opaque ? opaquePath(out) : split(out.pathname);
  const own = opaque && ref.protocol ? opaquePath(ref) : split(ref.pathname);
  const named = ref.host || (ref.host === '' && !opaque);
  const topped = rooted(own) || rooted(base) || Boolean(ref.host) ||
    Boolean(out.host && ref.pathname);
  out.slashes ||= ref.slashes;
  if (named || rooted(own)) {
    if (!opaque)
      takeHostOf(out, ref);
    else if (ref.protocol)
      out.auth = ref.auth;
    finish(out, ref, own, opaque, topped);
  } else if (own.length > 0) {
    base.pop();
    for (let i = 0; i < own.length; i++)
      base.push(own[i]);
    finish(out, ref, base, opaque, topped);
  } else if (ref.search !== null && ref.search !== undefined) {
    mergeQuery(out, ref, base, opaque);
  } else {
    finish(out, out, base, opaque, topped);
  }
}

function takeHostOf(out, ref) {
  if (ref.host || ref.host === '') {
    if (out.host !== ref.host)
      out.auth = null;
    take(out, ref, HOST);
    out.auth = ref.auth ?? out.auth;
  }
}

// Only the query is new: the path stays as it was written.
function mergeQuery(out, ref, base, opaque) {
  if (opaque) {
    setOpaqueHost(out, base.shift() ?? '');
    out.port = null;
  }
  out.search = ref.search;
  out.query = ref.query;
  setPath(out);
}

function setOpaqueHost(out, host) {
  const at = StringPrototypeIndexOf.call(host, '@');
  if (at > 0)
    out.auth = StringPrototypeSlice.call(host, 0, at);
  out.host = out.hostname = at > 0 ? StringPrototypeSlice.call(host, at + 1) : host;
}

function finish(out, query, segments, opaque, topped) {
  const top = rooted(segments);
  if (top)
    segments.shift();
  const path = withoutDots(segments, topped, opaque ? top : topped);
  out.search = query.search;
  out.query = query.query;
  if (opaque) {
    const absolute = top || path[0] === '';
    setOpaqueHost(out, absolute ? '' : path.shift() ?? '');
    out.port = null;
    if (top || (!absolute && path.length > 0))
      path.unshift('');
    else if (absolute && path.length === 1)
      path.push('');
  } else if (topped) {
    path.unshift('');
  }
  out.pathname = path.length > 0 ?
    path.join('/') || (opaque || topped ? '/' : '') : null;
  setPath(out);
}

function resolveObject(base, relative) {
  const ref = urlParse(relative, false, true);
  const out = ObjectAssign(new Url(), base);
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
