'use strict';
// Decodes the input of a terminal into keys. A character is a key; so is a sequence after ESC:
//
//   ESC c                  Meta and c              ESC ESC c    the same
//   ESC O [modifier] c     keypad and F1 to F4     ESC [ …      other keys, in three notations:
//     [ [modifier ;] letter      [[ letter      [ number [; modifier] one of ~ ^ $
//
// An ESC is the Escape key if nothing follows within a timeout.

const {
  ObjectSetPrototypeOf, RegExpPrototypeExec, StringFromCharCode, StringFromCodePoint,
  StringPrototypeCharCodeAt, StringPrototypeCodePointAt, StringPrototypeSlice,
  StringPrototypeSplit, StringPrototypeToLowerCase, Symbol,
} = primordials;
const { StringDecoder } = require('string_decoder');
const { clearTimeout, setTimeout } = require('timers');
const ESC = '\x1b';
const DEFAULT_TIMEOUT = 500;

// Names by the code after ESC, without modifiers. Each item is a name and its codes.
const NAMES = { __proto__: null };
const CODES = [
  'f1 OP [P [11~ [[A', 'f2 OQ [Q [12~ [[B', 'f3 OR [R [13~ [[C', 'f4 OS [S [14~ [[D', 'f5 [15~ [[E',
  'f6 [17~', 'f7 [18~', 'f8 [19~', 'f9 [20~', 'f10 [21~', 'f11 [23~', 'f12 [24~', 'up OA [A',
  'down OB [B', 'right OC [C', 'left OD [D', 'clear OE [E', 'end OF [F [4~ [8~',
  'home OH [H [1~ [7~', 'insert [2~', 'delete [3~', 'pageup [5~ [[5~', 'pagedown [6~ [[6~',
  'paste-start [200~', 'paste-end [201~',
];
for (let i = 0; i < CODES.length; i++) {
  const fields = StringPrototypeSplit.call(CODES[i], ' ');
  for (let k = 1; k < fields.length; k++)
    NAMES[fields[k]] = { __proto__: null, name: fields[0] };
}
// rxvt encodes the modifier in the last character.
function nameWithModifiers(shifted, controlled, name) {
  NAMES[shifted] = { __proto__: null, name, shift: true };
  NAMES[controlled] = { __proto__: null, name, ctrl: true };
}
nameWithModifiers('[2$', '[2^', 'insert');
nameWithModifiers('[3$', '[3^', 'delete');
nameWithModifiers('[5$', '[5^', 'pageup');
nameWithModifiers('[6$', '[6^', 'pagedown');
nameWithModifiers('[7$', '[7^', 'home');
nameWithModifiers('[8$', '[8^', 'end');
nameWithModifiers('[a', 'Oa', 'up');
nameWithModifiers('[b', 'Ob', 'down');
nameWithModifiers('[c', 'Oc', 'right');
nameWithModifiers('[d', 'Od', 'left');
nameWithModifiers('[e', 'Oe', 'clear');
NAMES['[Z'] = { __proto__: null, name: 'tab', shift: true };

const CHARACTERS = { '__proto__': null, '\r': 'return', '\n': 'enter', '\t': 'tab',
                     '\b': 'backspace', '\x7f': 'backspace', [ESC]: 'escape', ' ': 'space' };

// The key of a character, alone or after ESC (meta).
function plainKey(char, sequence, meta) {
  const key = { sequence, name: CHARACTERS[char], ctrl: false, meta, shift: false };
  if (key.name === undefined) {
    if (RegExpPrototypeExec.call(/^[0-9A-Za-z]$/, char) !== null) {
      key.name = StringPrototypeToLowerCase.call(char);
      key.shift = char !== key.name;
    } else if (!meta && char <= '\x1a') {
      key.ctrl = true;
      key.name = StringFromCharCode(StringPrototypeCharCodeAt.call(char, 0) + 96);
    }
  }
  return key;
}

// The key of a sequence. `rest` is what follows one ESC or two.
function codedKey(rest, sequence) {
  const { 1: start, 2: numbers, 3: last } =
    RegExpPrototypeExec.call(/^(O|\[\[?)([\d;]*)([^]*)$/, rest);
  const list = StringPrototypeSplit.call(numbers, ';');
  let code = rest;
  let modifier = 0;
  if (RegExpPrototypeExec.call(/^[~^$]$/, last) !== null) {
    code = start + list[0] + last;
    modifier = (list[1] || 1) - 1;
  } else if (RegExpPrototypeExec.call(/^(?:\d;)?\d?$/, numbers) !== null &&
             RegExpPrototypeExec.call(/^[A-Za-z]$/, last) !== null) {
    code = start + last;
    modifier = (list[list.length - 1] || 1) - 1;
  }
  const known = NAMES[code];
  return { sequence, name: known?.name ?? 'undefined', code,
           ctrl: (modifier & 4) !== 0 || known?.ctrl === true,
           meta: (modifier & 10) !== 0,
           shift: (modifier & 1) !== 0 || known?.shift === true };
}

const afterEscape = (sequence) =>
  StringPrototypeSlice.call(sequence, sequence.length > 1 && sequence[1] === ESC ? 2 : 1);

class KeyDecoder {
  constructor(emit) {
    this.emit = emit;
    this.pending = '';
  }

  // Takes one character, or '' when the timeout has passed.
  feed(char) {
    const sequence = this.pending + char;
    if (this.pending === '' && char !== ESC) {
      if (char !== '')
        this.emit(char, plainKey(char, char, false));
      return;
    }
    if (char !== '' && !this.isComplete(sequence)) {
      this.pending = sequence;
      return;
    }
    this.pending = '';
    const rest = afterEscape(sequence);
    if (RegExpPrototypeExec.call(/^(?:O|\[)/, rest) !== null && rest.length > 1)
      this.emit(undefined, codedKey(rest, sequence));
    else
      this.emit(undefined, plainKey(rest === '' ? ESC : rest, sequence, true));
  }

  isComplete(sequence) {
    const rest = afterEscape(sequence);
    if (rest === '')
      return false;
    if (rest[0] === 'O')
      return RegExpPrototypeExec.call(/^O\d*[^\d]$/, rest) !== null;
    if (rest[0] === '[')
      return RegExpPrototypeExec.call(/^\[(?:\[?[\d;]*)[^\d;[]$/, rest) !== null ||
             rest.length > 2 && rest[rest.length - 1] === '[';
    return true;
  }
}

ObjectSetPrototypeOf(KeyDecoder.prototype, null);

const kKeys = Symbol('keys');

// Makes a stream emit 'keypress' while it has listeners for it.
function emitKeypressEvents(stream, iface = { __proto__: null }) {
  if (stream[kKeys] !== undefined)
    return;
  const text = new StringDecoder('utf8');
  const decoder = stream[kKeys] = new KeyDecoder((char, key) => stream.emit('keypress', char, key));
  let timer;

  function onData(chunk) {
    if (stream.listenerCount('keypress') === 0) {
      stream.removeListener('data', onData);
      stream.on('newListener', onNewListener);
      return;
    }
    const characters = text.write(chunk);
    if (characters === '')
      return;
    clearTimeout(timer);
    // A Tab in pasted text does not complete, unless it is the last character.
    iface.isCompletionEnabled = false;
    try {
      for (let i = 0; i < characters.length;) {
        const char = StringFromCodePoint(StringPrototypeCodePointAt.call(characters, i));
        i += char.length;
        if (i === characters.length)
          iface.isCompletionEnabled = true;
        decoder.feed(char);
      }
    } finally {
      iface.isCompletionEnabled = true;
    }
    if (decoder.pending !== '')
      timer = setTimeout(() => decoder.feed(''), iface.escapeCodeTimeout ?? DEFAULT_TIMEOUT);
  }

  function onNewListener(event) {
    if (event !== 'keypress')
      return;
    stream.on('data', onData);
    stream.removeListener('newListener', onNewListener);
  }

  if (stream.listenerCount('keypress') > 0)
    stream.on('data', onData);
  else
    stream.on('newListener', onNewListener);
}

module.exports = { emitKeypressEvents };
