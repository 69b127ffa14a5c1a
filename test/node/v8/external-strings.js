'use strict';
// With --expose-externalize-string V8's functions for it are there; a string stays what it is.
// flags: --expose-externalize-string
// differs from Node: it is run without the option
const assert = require('assert');
const { createExternalizableString, createExternalizableTwoByteString, externalizeString,
        isOneByteString } = globalThis;

const narrow = createExternalizableString('ümlaut sechzig');
assert.strictEqual(narrow, 'ümlaut sechzig');
assert.strictEqual(externalizeString(narrow), undefined);
assert.strictEqual(isOneByteString(narrow), true);
assert.strictEqual(isOneByteString(createExternalizableTwoByteString('Zhōngwén')), false);
assert.throws(() => createExternalizableString(Symbol('x')), TypeError);
