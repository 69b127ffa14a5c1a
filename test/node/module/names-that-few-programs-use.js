'use strict';
// Modules and members that few programs use: node:constants with those of crypto, node:sea,
// crypto.fips, hidden constants of http2, a snapshot that is not being built.
const assert = require('assert');
const crypto = require('crypto');
const http2 = require('http2');
const { builtinModules, isBuiltin } = require('module');
const v8 = require('v8');

const constants = require('constants');
assert.ok(Object.isFrozen(constants));
assert.deepStrictEqual(
  [constants.O_RDONLY, constants.SIGINT, constants.EACCES, constants.TLS1_3_VERSION,
   constants.RSA_PKCS1_PADDING],
  [0, 2, 13, 0x304, 1]);

const sea = require('node:sea');
assert.strictEqual(sea.isSea(), false);
assert.ok(isBuiltin('node:sea') && !isBuiltin('sea'));
for (const name of ['getAsset', 'getRawAsset', 'getAssetAsBlob', 'getAssetKeys']) {
  assert.throws(() => sea[name]('a'), {
    code: 'ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION',
    message: 'Operation cannot be invoked when not in a single-executable application',
  });
}
assert.throws(() => require('sea'), { code: 'MODULE_NOT_FOUND' });
for (const id of ['node:sea', 'node:sqlite', 'node:test', 'node:test/reporters'])
  assert.ok(builtinModules.includes(id));

process.noDeprecation = true;
assert.strictEqual(crypto.fips, 0);
assert.ok(!Object.keys(crypto).includes('fips'));

assert.strictEqual(http2.constants.NGHTTP2_ERR_NOMEM, -901);
assert.strictEqual(http2.constants.NGHTTP2_HCAT_HEADERS, 3);
assert.ok(!Object.keys(http2.constants).includes('NGHTTP2_ERR_NOMEM'));

assert.ok(!v8.startupSnapshot.isBuildingSnapshot());
for (const name of ['addSerializeCallback', 'addDeserializeCallback',
                    'setDeserializeMainFunction'])
  assert.throws(() => v8.startupSnapshot[name](() => {}), { code: 'ERR_NOT_BUILDING_SNAPSHOT' });

const event = new MessageEvent('a', { data: 1 });
event.initMessageEvent('b', true, true, 2);
assert.deepStrictEqual([event.type, event.data], ['a', 1]);
assert.throws(() => event.initMessageEvent(), TypeError);
