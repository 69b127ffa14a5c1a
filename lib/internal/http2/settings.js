'use strict';
// SETTINGS: validation, the packed form, and the objects that programs see.
// (1) Packed settings are pairs of a 16-bit identifier and a 32-bit value, as in the frame.
// (2) `maxHeaderSize` is another name of `maxHeaderListSize`; if both are given,
//     `maxHeaderListSize` counts.

const {
  ArrayPrototypeIncludes, ArrayPrototypePush, NumberIsInteger, NumberIsNaN, NumberParseInt,
  ObjectKeys,
  SafeArray, String, StringPrototypeSplit, TypedArrayPrototypeGetLength,
} = primordials;
const { bufferAlloc } = require('internal/buffer');
const { bytesOf } = require('internal/buffer/codec');
const { codes } = require('internal/errors');
const { validateObject } = require('internal/validators');
const { isArrayBufferView } = require('internal/util/types');

const MAX_UINT32 = 4294967295;
const MAX_CUSTOM = 10;

// Names and identifiers, in the order in which they are packed.
const SETTINGS = [
  ['headerTableSize', 1], ['enablePush', 2], ['maxConcurrentStreams', 3], ['initialWindowSize', 4],
  ['maxFrameSize', 5], ['maxHeaderListSize', 6], ['enableConnectProtocol', 8],
];

function getDefaultSettings() {
  return {
    __proto__: null,
    headerTableSize: 4096,
    enablePush: true,
    initialWindowSize: 65535,
    maxFrameSize: 16384,
    maxConcurrentStreams: MAX_UINT32,
    maxHeaderSize: 65535,
    maxHeaderListSize: 65535,
    enableConnectProtocol: false,
  };
}

function checkNumber(name, value, min, max) {
  if (value !== undefined &&
      (typeof value !== 'number' || NumberIsNaN(value) || value < min || value > max))
    throw new codes.ERR_HTTP2_INVALID_SETTING_VALUE.RangeError(name, value, min, max);
}

function checkFlag(name, value) {
  if (value !== undefined && typeof value !== 'boolean')
    throw new codes.ERR_HTTP2_INVALID_SETTING_VALUE(name, value);
}

function checkCustom(settings) {
  const custom = settings.customSettings;
  if (custom === undefined)
    return;
  const names = ObjectKeys(custom);
  if (names.length > MAX_CUSTOM)
    throw new codes.ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS();
  for (let i = 0; i < names.length; i++) {
    checkNumber('customSettings:id', NumberParseInt(names[i], 10), 0, 65535);
    checkNumber('customSettings:value', custom[names[i]], 0, MAX_UINT32);
  }
}

function validateSettings(settings) {
  if (settings === undefined)
    return;
  validateObject(settings.customSettings === undefined ? {} : settings.customSettings,
                 'customSettings');
  checkNumber('headerTableSize', settings.headerTableSize, 0, MAX_UINT32);
  checkNumber('initialWindowSize', settings.initialWindowSize, 0, 2147483647);
  checkNumber('maxFrameSize', settings.maxFrameSize, 16384, 16777215);
  checkNumber('maxConcurrentStreams', settings.maxConcurrentStreams, 0, MAX_UINT32);
  checkNumber('maxHeaderListSize', settings.maxHeaderListSize, 0, MAX_UINT32);
  checkNumber('maxHeaderSize', settings.maxHeaderSize, 0, MAX_UINT32);
  checkFlag('enablePush', settings.enablePush);
  checkFlag('enableConnectProtocol', settings.enableConnectProtocol);
  checkCustom(settings);
}

function entriesOf(settings) {
  const entries = new SafeArray();
  for (let i = 0; i < SETTINGS.length; i++) {
    const { 0: name, 1: id } = SETTINGS[i];
    let value = settings[name];
    if (name === 'maxHeaderListSize' && settings.maxHeaderListSize === undefined)
      value = settings.maxHeaderSize;
    if (value === undefined)
      continue;
    entries.push(id, +value);
  }
  const custom = settings.customSettings;
  if (custom) {
    const names = ObjectKeys(custom);
    for (let i = 0; i < names.length; i++)
      entries.push(NumberParseInt(names[i], 10), custom[names[i]]);
  }
  return entries;
}

// Numbers of `size` bytes, the highest first. Methods of Buffer.prototype can be replaced.
function writeNumber(bytes, at, size, value) {
  for (let i = size - 1; i >= 0; i--, value >>>= 8)
    bytes[at + i] = value & 0xff;
}

function readNumber(bytes, at, size) {
  let value = 0;
  for (let i = 0; i < size; i++)
    value = value * 256 + bytes[at + i];
  return value;
}

// Settings that were checked, as the payload of a frame.
function packSettings(settings) {
  const entries = entriesOf(settings);
  const packed = bufferAlloc(entries.length * 3);
  for (let i = 0, at = 0; i < entries.length; i += 2, at += 6) {
    writeNumber(packed, at, 2, entries[i]);
    writeNumber(packed, at + 2, 4, entries[i + 1] >>> 0);
  }
  return packed;
}

function getPackedSettings(settings) {
  validateObject(settings, 'settings');
  validateSettings(settings);
  return packSettings(settings);
}

function nameOf(id) {
  for (let i = 0; i < SETTINGS.length; i++) {
    if (SETTINGS[i][1] === id)
      return SETTINGS[i][0];
  }
  return undefined;
}

function getUnpackedSettings(buf, options = { __proto__: null }) {
  if (!isArrayBufferView(buf) || buf.length === undefined)
    throw new codes.ERR_INVALID_ARG_TYPE('buf', ['Buffer', 'TypedArray'], buf);
  if (buf.length % 6 !== 0)
    throw new codes.ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH();
  const bytes = bytesOf(buf);
  const settings = {};
  const length = TypedArrayPrototypeGetLength.call(bytes);
  for (let at = 0; at + 6 <= length; at += 6) {
    const id = readNumber(bytes, at, 2);
    const value = readNumber(bytes, at + 2, 4);
    const name = nameOf(id);
    if (name === undefined)
      (settings.customSettings ??= {})[id] = value;
    else if (name === 'enablePush' || name === 'enableConnectProtocol')
      settings[name] = value !== 0;
    else {
      settings[name] = value;
      if (name === 'maxHeaderListSize')
        settings.maxHeaderSize = value;
    }
  }
  if (options?.validate)
    validateSettings(settings);
  return settings;
}

// What native.settingsOf() returns, as an object.
function settingsObject(values) {
  return {
    __proto__: null,
    headerTableSize: values[0],
    enablePush: values[1] !== 0,
    initialWindowSize: values[3],
    maxFrameSize: values[4],
    maxConcurrentStreams: values[2],
    maxHeaderSize: values[5],
    maxHeaderListSize: values[5],
    enableConnectProtocol: values[6] !== 0,
  };
}

// Parses the text of an event SETTINGS or SETTINGS_ACK. Of unknown settings, only those whose
// identifiers are in `custom` are included.
function settingsOfText(text, custom) {
  const values = [];
  let others;
  const entries = StringPrototypeSplit.call(text, ',');
  for (let i = 0; i < entries.length; i++) {
    const { 0: id, 1: value } = StringPrototypeSplit.call(entries[i], '=');
    if (i < SETTINGS.length)
      ArrayPrototypePush.call(values, +value);
    else if (custom !== undefined && ArrayPrototypeIncludes.call(custom, +id))
      (others ??= {})[id] = +value;
  }
  const settings = settingsObject(values);
  if (others !== undefined)
    settings.customSettings = others;
  return settings;
}

const isIdentifier = (id) => NumberIsInteger(id) && id >= 0 && id <= 65535;

function checkRemoteCustomSettings(list) {
  if (list === undefined)
    return;
  if (list.length > MAX_CUSTOM)
    throw new codes.ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS();
  for (let i = 0; i < list.length; i++) {
    if (!isIdentifier(list[i]))
      throw new codes.ERR_HTTP2_INVALID_SETTING_VALUE.RangeError('customSettings:id',
                                                                 String(list[i]), 0, 65535);
  }
}

module.exports = {
  checkRemoteCustomSettings, getDefaultSettings, getPackedSettings, getUnpackedSettings,
  packSettings, settingsObject, settingsOfText, validateSettings,
};
