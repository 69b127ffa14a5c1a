'use strict';
// What a method of a console throws by itself is an error of the program's realm.
const assert = require('assert');
const { Console } = require('console');

const own = new Console(process.stdout);
for (const object of [console, own]) {
  assert.throws(() => new object.log(), TypeError);
  assert.throws(() => new object.group(), TypeError);
  assert.ok(object.log instanceof Function);
}
