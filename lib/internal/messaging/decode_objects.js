'use strict';
// Reads the rare parts of messages: objects that are neither plain nor arrays, and transferred
// objects.

const {
  Array, ArrayBuffer, DataView, DataViewPrototypeGetBuffer, Date, Map, MapPrototypeSet, Object,
  ObjectDefineProperty, RegExp, SafeArray, Set, SetPrototypeAdd, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const binding = internalBinding('messaging');
const tags = require('internal/messaging/tags');
const { errorNamed, VIEWS, VIEW_NAMES } = require('internal/structured_clone').internals;

const hidden = (value) => ({ __proto__: null, value, writable: true, configurable: true });
const invalid = () => new primordials.Error('A message could not be read');

const READERS = new SafeArray();
READERS[tags.SPARSE] = (reader) => {
  const array = reader.keep(new Array(reader.size()));
  return reader.pairs(array);
};
READERS[tags.DATE] = (reader) => reader.keep(new Date(reader.double()));
READERS[tags.REGEXP] = (reader) => reader.keep(new RegExp(reader.value(), reader.value()));
READERS[tags.MAP] = (reader) => {
  const map = reader.keep(new Map());
  for (let count = reader.size(); count > 0; count--) {
    const key = reader.value();
    MapPrototypeSet.call(map, key, reader.value());
  }
  return map;
};
READERS[tags.SET] = (reader) => {
  const set = reader.keep(new Set());
  for (let count = reader.size(); count > 0; count--)
    SetPrototypeAdd.call(set, reader.value());
  return set;
};
READERS[tags.ERROR] = (reader) => {
  // Its number comes first: its cause may refer to it.
  const name = reader.value();
  const message = reader.value();
  const stack = reader.value();
  const error = reader.keep(errorNamed(name, message));
  ObjectDefineProperty(error, 'stack', hidden(stack));
  if (reader.value())
    ObjectDefineProperty(error, 'cause', hidden(reader.value()));
  return error;
};
READERS[tags.DOM_EXCEPTION] = (reader) => {
  const { DOMException } = require('internal/domexception');
  const exception = reader.keep(new DOMException(reader.value(), reader.value()));
  ObjectDefineProperty(exception, 'stack', hidden(reader.value()));
  return exception;
};
READERS[tags.BOXED] = (reader) => {
  const at = reader.seen === undefined ? 0 : reader.seen.length;
  reader.keep(undefined);
  return reader.seen[at] = Object(reader.value());
};
READERS[tags.BUFFER] = (reader) => {
  const bytes = new Uint8Array(reader.size());
  return reader.keep(fill(bytes, reader));
};
READERS[tags.RESIZABLE] = (reader) => {
  const maxByteLength = reader.size();
  const buffer = new ArrayBuffer(reader.size(), { __proto__: null, maxByteLength });
  return reader.keep(fill(new Uint8Array(buffer), reader));
};
READERS[tags.SHARED] = (reader) => reader.keep(memory(reader.size()));
READERS[tags.VIEW] = (reader) => {
  const at = reader.seen === undefined ? 0 : reader.seen.length;
  reader.keep(undefined);
  const kind = reader.bytes[reader.at++];
  const offset = reader.size();
  const length = reader.size();
  const buffer = reader.value();
  const View = kind === VIEW_NAMES.length ? DataView : VIEWS[VIEW_NAMES[kind]];
  return reader.seen[at] = new View(buffer, offset, length);
};
READERS[tags.HOST] = (reader) => {
  const at = reader.seen === undefined ? 0 : reader.seen.length;
  reader.keep(undefined);
  const id = reader.value();
  const name = reader.value();
  return reader.seen[at] = require(id)[name](reader.value());
};

function fill(bytes, reader) {
  const buffer = TypedArrayPrototypeGetBuffer.call(bytes);
  TypedArrayPrototypeSet.call(bytes, reader.take(TypedArrayPrototypeGetLength.call(bytes)));
  return buffer;
}

function memory(part) {
  const view = binding.takeView(part);
  if (view === undefined)
    throw invalid();
  return DataViewPrototypeGetBuffer.call(view);
}

// ---- What was moved ----

function readTransfers(reader) {
  const list = new SafeArray();
  for (let count = reader.size(); count > 0; count--)
    list.push(readTransfer(reader));
  return list;
}

function readTransfer(reader) {
  const tag = reader.bytes[reader.at++];
  if (tag === tags.MOVED_BUFFER)
    return memory(reader.size());
  if (tag === tags.MOVED_PORT) {
    const port = arrivedPort(reader.size());
    reader.ports.push(port);
    return port;
  }
  if (tag !== tags.HOST)
    return READERS[tag](reader);
  const id = reader.value();
  const name = reader.value();
  const data = reader.value();
  const ports = new SafeArray();
  for (let count = reader.size(); count > 0; count--)
    ports.push(arrivedPort(reader.size()));
  const descriptor = reader.size();
  return require(id)[name](
    data, ports, descriptor === 0 ? undefined : binding.takeDescriptor(descriptor - 1));
}

const arrivedPort = (part) =>
  require('internal/messaging/port').arrive(binding.takeEnd(part));

const read = (tag, reader) => READERS[tag](reader);

module.exports = { read, readTransfers };
