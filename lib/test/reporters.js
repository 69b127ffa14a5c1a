'use strict';
// node:test/reporters. Results are printed as text while tests run; these make text of the events
// of a stream of results.

async function* lines(source, format) {
  for await (const event of source) {
    const text = format(event);
    if (text !== '')
      yield text;
  }
}

const indent = (data) => '    '.repeat(data.nesting ?? 0);

function tapLine({ type, data }) {
  if (type === 'test:pass' || type === 'test:fail')
    return `${indent(data)}${type === 'test:pass' ? 'ok' : 'not ok'} ${data.testNumber} - ${data.name}\n`;
  if (type === 'test:plan')
    return `${indent(data)}1..${data.count}\n`;
  return type === 'test:diagnostic' ? `${indent(data)}# ${data.message}\n` : '';
}

function dotOf({ type }) {
  return type === 'test:pass' ? '.' : type === 'test:fail' ? 'X' : '';
}

async function* tap(source) {
  yield 'TAP version 13\n';
  yield* lines(source, tapLine);
}

async function* dot(source) {
  yield* lines(source, dotOf);
  yield '\n';
}

module.exports = { dot, tap };
