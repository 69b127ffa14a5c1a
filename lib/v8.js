'use strict';
// node:v8, as far as another engine can answer honestly: its own numbers where there is a like one,
// 0 where there is none. What only V8 has is absent (docs/runtime-differences.md).

const { MathImul, MathMax, StringPrototypeCharCodeAt } = primordials;
const { ERR_NOT_BUILDING_SNAPSHOT } = require('internal/errors').codes;
const { validateString, validateUint32 } = require('internal/validators');

function getHeapStatistics() {
  const { heapTotal, heapUsed, external } = process.memoryUsage();
  const limit = process.constrainedMemory() || require('os').totalmem();
  return {
    total_heap_size: heapTotal,
    total_heap_size_executable: 0,
    total_physical_size: heapTotal,
    total_available_size: MathMax(0, limit - heapUsed),
    used_heap_size: heapUsed,
    heap_size_limit: limit,
    malloced_memory: 0,
    peak_malloced_memory: 0,
    does_zap_garbage: 0,
    number_of_native_contexts: 1,
    number_of_detached_contexts: 0,
    total_global_handles_size: 0,
    used_global_handles_size: 0,
    external_memory: external,
    total_allocated_bytes: 0,
  };
}

// The engine has one space.
function getHeapSpaceStatistics() {
  const { heapTotal, heapUsed } = process.memoryUsage();
  return [{
    space_name: 'heap',
    space_size: heapTotal,
    space_used_size: heapUsed,
    space_available_size: MathMax(0, heapTotal - heapUsed),
    physical_space_size: heapTotal,
  }];
}

function getHeapCodeStatistics() {
  return {
    code_and_metadata_size: 0,
    bytecode_and_metadata_size: 0,
    external_script_source_size: 0,
    cpu_profiler_metadata_size: 0,
  };
}

// V8's flags mean nothing to this engine.
function setFlagsFromString(flags) {
  validateString(flags, 'flags');
}

function setHeapSnapshotNearHeapLimit(limit) {
  validateUint32(limit, 'limit', true);
}

// Cached data of another engine, or of another build of this one, must not be taken for ours.
function cachedDataVersionTag() {
  let tag = 0;
  const text = `${process.version}${process.versions.jsc ?? process.versions.v8 ?? ''}`;
  for (let i = 0; i < text.length; i++)
    tag = (MathImul(tag, 31) + StringPrototypeCharCodeAt.call(text, i)) >>> 0;
  return tag;
}

function isStringOneByteRepresentation(content) {
  validateString(content, 'content');
  for (let i = 0; i < content.length; i++) {
    if (StringPrototypeCharCodeAt.call(content, i) > 255)
      return false;
  }
  return true;
}

function refuseSnapshot() {
  throw new ERR_NOT_BUILDING_SNAPSHOT();
}

const startupSnapshot = {
  addDeserializeCallback(callback, data) { refuseSnapshot(callback, data); },
  addSerializeCallback(callback, data) { refuseSnapshot(callback, data); },
  setDeserializeMainFunction(callback, data) { refuseSnapshot(callback, data); },
  isBuildingSnapshot() { return false; },
};

const writing = () => require('internal/v8/serializer');
const reading = () => require('internal/v8/deserializer');

module.exports = {
  serialize(value) { return writing().serialize(value); },
  deserialize(buffer) { return reading().deserialize(buffer); },
  get Serializer() { return writing().Serializer; },
  get DefaultSerializer() { return writing().DefaultSerializer; },
  get Deserializer() { return reading().Deserializer; },
  get DefaultDeserializer() { return reading().DefaultDeserializer; },
  cachedDataVersionTag, getHeapStatistics, getHeapSpaceStatistics, getHeapCodeStatistics,
  setFlagsFromString, takeCoverage() {}, stopCoverage() {}, startupSnapshot,
  setHeapSnapshotNearHeapLimit, isStringOneByteRepresentation,
  get promiseHooks() { return require('internal/promise_hooks').promiseHooks; },
};
