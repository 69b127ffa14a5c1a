'use strict';
// What createCachedData() gives is accepted for the same source only.
const assert = require('assert');
const vm = require('vm');

const script = new vm.Script('1 + 1', { produceCachedData: true });
const cachedData = script.createCachedData();
assert.ok(cachedData.length > 0 && script.cachedDataProduced && script.cachedData.length > 0);
assert.strictEqual(new vm.Script('1 + 1', { cachedData }).cachedDataRejected, false);
assert.strictEqual(new vm.Script('1 + 22', { cachedData }).cachedDataRejected, true);
assert.strictEqual(new vm.Script('1 + 1').cachedDataRejected, undefined);
