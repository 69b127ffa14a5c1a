// Accessors of options, lengths of functions and parts of templates may close the database: the
// call that reads them fails with Node's error.
const assert = require('assert');
const { DatabaseSync, backup } = require('node:sqlite');

const notOpen = { code: 'ERR_INVALID_STATE', message: 'database is not open' };

function fails(call) {
  const db = new DatabaseSync(':memory:');
  const closing = (name, value) => ({ get [name]() { db.close(); return value; } });
  assert.throws(() => call(db, closing), notOpen);
  assert.strictEqual(db.isOpen, false);
}

fails((db, closing) => db.prepare('SELECT 1', closing('readBigInts', true)));
fails((db, closing) => db.createSession(closing('table', 't')));
fails((db, closing) => db.function('f', closing('varargs', true), () => 1));
fails((db) => db.function('f', Object.defineProperty(() => 1, 'length', {
  get() { db.close(); return 0; },
})));
fails((db) => db.aggregate('f', { start: 0, step() {}, get inverse() { db.close(); } }));
fails((db, closing) => db.deserialize(new Uint8Array(8), closing('dbName', 'main')));
fails((db, closing) => db.applyChangeset(new Uint8Array(0), closing('filter', () => true)));
fails((db, closing) => backup(db, '/nowhere/copy.db', closing('rate', 1)));

// The length of a function is a number of arguments.
const db = new DatabaseSync(':memory:');
const withLength = (value) => Object.defineProperty(() => 1, 'length', { value });
const noInteger = (name) => ({
  code: 'ERR_INVALID_ARG_TYPE', message: `The "${name}.length" property must be an integer.`,
});
for (const length of ['1', 1.5, NaN, undefined, 1e10]) {
  const fn = withLength(length);
  assert.throws(() => db.function('f', fn), noInteger('function'));
  assert.throws(() => db.aggregate('f', { start: 0, step: fn }), noInteger('options.step'));
  assert.throws(() => db.aggregate('f', { start: 0, step: () => 1, inverse: fn }),
                noInteger('options.inverse'));
}

// A template is an array of texts.
const sql = db.createTagStore();
for (const strings of [{}, { length: 1, 0: 'SELECT 1' }, 1, undefined]) {
  assert.throws(() => sql.get(strings), {
    code: 'ERR_INVALID_ARG_TYPE',
    message: 'First argument must be an array of strings (template literal).',
  });
}
assert.throws(() => sql.get([1]), {
  code: 'ERR_INVALID_ARG_TYPE', message: 'Template literal parts must be strings.',
});
db.close();
