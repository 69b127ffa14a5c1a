'use strict';
// The number of colours of a terminal, from the environment, and escape sequences for its cursor.

const {
  ArrayPrototypeSome, NumberIsNaN, ObjectKeys, RegExpPrototypeExec, StringPrototypeToLowerCase,
} = primordials;
const { codes } = require('internal/errors');
const { validateFunction, validateInteger } = require('internal/validators');

const NONE = 1;
const BASIC = 4;
const EXTENDED = 8;
const FULL = 24;

// By the whole value of TERM.
const TERMS = {
  '__proto__': null,
  'eterm': BASIC, 'cons25': BASIC, 'console': BASIC, 'cygwin': BASIC, 'dtterm': BASIC,
  'gnome': BASIC, 'hurd': BASIC, 'jfbterm': BASIC, 'konsole': BASIC, 'kterm': BASIC,
  'mlterm': BASIC, 'mosh': FULL, 'putty': BASIC, 'st': BASIC,
  'rxvt-unicode-24bit': FULL, 'terminator': FULL, 'xterm-kitty': FULL,
};
const TERM_PATTERNS = [/ansi/, /color/, /linux/, /direct/, /^con[0-9]*x[0-9]/, /^rxvt/, /^screen/,
                       /^xterm/, /^vt100/, /^vt220/];
const CI = { __proto__: null, APPVEYOR: EXTENDED, BUILDKITE: EXTENDED, CIRCLECI: FULL,
             DRONE: EXTENDED, GITEA_ACTIONS: FULL, GITHUB_ACTIONS: FULL, GITLAB_CI: EXTENDED,
             TRAVIS: EXTENDED };
const FORCED = { '__proto__': null, '': BASIC, '1': BASIC, 'true': BASIC, '2': EXTENDED,
                 '3': FULL };

let warned = false;

function warnIgnored(env) {
  if (warned)
    return;
  let names = env.NODE_DISABLE_COLORS ? "'NODE_DISABLE_COLORS' env" : '';
  if (env.NO_COLOR)
    names += names === '' ? "'NO_COLOR' env" : " and 'NO_COLOR' env";
  if (names === '')
    return;
  warned = true;
  process.emitWarning(`The ${names} is ignored due to the 'FORCE_COLOR' env being set.`, 'Warning');
}

function getColorDepth(env = process.env) {
  if (env.FORCE_COLOR !== undefined) {
    const depth = FORCED[env.FORCE_COLOR];
    if (depth === undefined)
      return NONE;
    warnIgnored(env);
    return depth;
  }
  if (env.NODE_DISABLE_COLORS || env.NO_COLOR || env.TERM === 'dumb')
    return NONE;
  if (env.TMUX)
    return FULL;
  if ('TF_BUILD' in env && 'AGENT_NAME' in env)
    return BASIC;
  if ('CI' in env) {
    const names = ObjectKeys(CI);
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      if (name in env)
        return CI[name];
    }
    return env.CI_NAME === 'codeship' ? EXTENDED : NONE;
  }
  if ('TEAMCITY_VERSION' in env) {
    const isNew =
      RegExpPrototypeExec.call(/^(9\.(0*[1-9]\d*)\.|\d{2,}\.)/, env.TEAMCITY_VERSION) !== null;
    return isNew ? BASIC : NONE;
  }
  return depthOfProgram(env) ?? depthOfTerm(env);
}

function depthOfProgram(env) {
  switch (env.TERM_PROGRAM) {
    case 'iTerm.app':
      return RegExpPrototypeExec.call(/^(?:$|[0-2]\.)/, env.TERM_PROGRAM_VERSION ?? '') !== null ?
        EXTENDED : FULL;
    case 'HyperTerm':
    case 'MacTerm':
      return FULL;
    case 'Apple_Terminal':
      return EXTENDED;
  }
}

function depthOfTerm(env) {
  if (env.COLORTERM === 'truecolor' || env.COLORTERM === '24bit')
    return FULL;
  if (env.TERM) {
    if (RegExpPrototypeExec.call(/truecolor/, env.TERM) !== null)
      return FULL;
    if (RegExpPrototypeExec.call(/^xterm-256/, env.TERM) !== null)
      return EXTENDED;
    const term = StringPrototypeToLowerCase.call(env.TERM);
    if (TERMS[term])
      return TERMS[term];
    if (ArrayPrototypeSome.call(
      TERM_PATTERNS, (pattern) => RegExpPrototypeExec.call(pattern, term) !== null))
      return BASIC;
  }
  return env.COLORTERM ? BASIC : NONE;
}

function hasColors(count, env) {
  if (env === undefined && (count === undefined || (typeof count === 'object' && count !== null))) {
    env = count;
    count = 16;
  } else
    validateInteger(count, 'count', 2);
  return count <= 2 ** getColorDepth(env);
}

// ---- Escape sequences; each function returns the result of write() ----

const CSI = '\x1b[';

function send(stream, text, callback) {
  if (callback !== undefined)
    validateFunction(callback, 'callback');
  if (stream == null || text === '') {
    if (typeof callback === 'function')
      process.nextTick(callback, null);
    return true;
  }
  return stream.write(text, callback);
}

function cursorTo(stream, x, y, callback) {
  if (callback !== undefined)
    validateFunction(callback, 'callback');
  if (typeof y === 'function') {
    callback = y;
    y = undefined;
  }
  if (NumberIsNaN(x))
    throw new codes.ERR_INVALID_ARG_VALUE('x', x);
  if (NumberIsNaN(y))
    throw new codes.ERR_INVALID_ARG_VALUE('y', y);
  if (stream == null || (typeof x !== 'number' && typeof y !== 'number'))
    return send(null, '', callback);
  if (typeof x !== 'number')
    throw new codes.ERR_INVALID_CURSOR_POS();
  const text = typeof y === 'number' ? `${CSI}${y + 1};${x + 1}H` : `${CSI}${x + 1}G`;
  return send(stream, text, callback);
}

function moveCursor(stream, dx, dy, callback) {
  let text = '';
  if (dx)
    text += dx < 0 ? `${CSI}${-dx}D` : `${CSI}${dx}C`;
  if (dy)
    text += dy < 0 ? `${CSI}${-dy}A` : `${CSI}${dy}B`;
  return send(stream, text, callback);
}

function clearLine(stream, dir, callback) {
  return send(stream, dir < 0 ? `${CSI}1K` : dir > 0 ? `${CSI}0K` : `${CSI}2K`, callback);
}

function clearScreenDown(stream, callback) {
  return send(stream, `${CSI}0J`, callback);
}

module.exports = { clearLine, clearScreenDown, cursorTo, getColorDepth, hasColors, moveCursor };
