'use strict';
// node:test/reporters. Results are printed as text while tests run; these make text of the events
// of a stream of results.

const { StringPrototypeRepeat } = primordials;


const indent = (data) => StringPrototypeRepeat.call('    ', data.nesting ?? 0);

function tapLine({ type, data }) {
  if (type === 'test:pass' || type === 'test:fail')
    return `${indent(data)}${type === 'test:pass' ? '' : 'not '}ok ${data.testNumber} - ` +
           `${data.name}\n`;
  if (type === 'test:plan')
    return `${indent(data)}1..${data.count}\n`;
  return type === 'test:diagnostic' ? `${indent(data)}# ${data.message}\n` : '';
}

function dotOf({ type }) {
  return type === 'test:pass' ? '.' : type === 'test:fail' ? 'X' : '';
}

async function* tap(source) {
  yield 'TAP version 13\n';
  for await (const event of source) {
    const text = tapLine(event);
    if (text !== '')
      yield text;
  }
}

async function* dot(source) {
  for await (const event of source) {
    const text = dotOf(event);
    if (text !== '')
      yield text;
  }
  yield '\n';
}

module.exports = { dot, tap };
