'use strict';
// Maps sources into which the async context has inserted its calls (src/runtime/modules/awaits.h)
// back to the text and the columns of the program.

const { insertedColumns } = internalBinding('script');
const { shared, kInsertions } = internalBinding('task_queue');
const { Function: NativeFunction, ObjectDefineProperty,
        ReflectApply, RegExp: NativeRegExp, RegExpPrototypeSymbolReplace, SafeMap,
        StringPrototypeIncludes, TypedArrayPrototypeGetLength } = primordials;

// All that is ever inserted; what begins like another one stands before it.
const INSERTED = [
  '_$$r(', ' _$$w(', ',_$$f=_$$c.g),_$$f,_$$f=void 0)',
  '{_$$k(),_$$f=_$$k(_$$f);', ';_$$k()}', '{_$$k();', '_$$f=_$$k(_$$f),_$$k();}',
  '_$$f=_$$k(_$$f);',
  '_$$f;try{', '}catch(_$$e){throw _$$x(_$$e,_$$f)}var _$$f', ';var _$$f',
  '{_$$a;try{return _$$q((', '),_$$q)}catch(_$$a){throw _$$x(_$$a,_$$f)}var _$$f,_$$a}',
  '{_$$a;return _$$q((', '),_$$q);var _$$f,_$$a}', ' _$$q((', '),_$$q)', ' _$$z((', '),_$$z)',
  ' _$$y()', ' _$$y(', ',_$$y)', ' _$$d(', ',_$$d)', ' _$$i(', ',_$$1=>_$$f=_$$1)',
  '_$$v(', ',_$$v)', '(_$$p(', ',_$$p))',
];

// One expression for all of them.
function makePattern() {
  let source = '';
  for (let i = 0; i < INSERTED.length; i++) {
    source += i === 0 ? '' : '|';
    for (let k = 0; k < INSERTED[i].length; k++) {
      const unit = INSERTED[i][k];
      source += StringPrototypeIncludes.call('$(){}.', unit) ? `\\${unit}` : unit;
    }
  }
  return new NativeRegExp(source, 'g');
}

let pattern;
function withoutInsertions(text) {
  if (!StringPrototypeIncludes.call(text, '_$$'))
    return text;
  pattern ??= makePattern();
  return RegExpPrototypeSymbolReplace.call(pattern, text, '');
}

// ---- Columns ----

const places = new SafeMap();     // URL -> line, column, length of each insertion; null for none
let known = 0;

function placesOf(url) {
  if (known !== shared[kInsertions]) {
    known = shared[kInsertions];
    places.clear();
  }
  let found = places.get(url);
  if (found === undefined)
    places.set(url, found = insertedColumns(url) ?? null);
  return found;
}

// The first insertion on a line.
function firstOn(list, line) {
  let low = 0;
  let high = TypedArrayPrototypeGetLength.call(list) / 3;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle * 3] < line)
      low = middle + 1;
    else
      high = middle;
  }
  return low * 3;
}

// The column in the text without insertions.
function columnOf(url, line, column) {
  const list = shared[kInsertions] === 0 ? null : placesOf(url);
  if (list === null)
    return column;
  let result = column;
  for (let i = firstOn(list, line); list[i] === line && list[i + 1] < column; i += 3) {
    const into = column - list[i + 1];
    result -= into < list[i + 2] ? into : list[i + 2];
  }
  return result;
}

// ---- toString() of functions ----

// A program may take the text of a function to somewhere else.
function replaceToString() {
  const { prototype } = NativeFunction;
  const original = prototype.toString;
  const holder = {
    toString() {
      return withoutInsertions(ReflectApply(original, this === value ? original : this, []));
    },
  };
  const value = holder.toString;
  ObjectDefineProperty(prototype, 'toString', {
    __proto__: null, value, writable: true, enumerable: false, configurable: true,
  });
}

module.exports = { withoutInsertions, columnOf, replaceToString };
