'use strict';
// Types of DNS records, and the results that a program gets for each.
//
// (1) C returns a flat list: type, time to live, fields, type, … `fields` is the number of fields
//     per record (src/runtime/bindings/cares/answer.c).
// (2) `make` (for resolve*()) and `any` (for resolveAny()) get the list and the index of the first
//     field. Properties are in Node's order; MX, SRV and CAA have their type in both.

const { ArrayPrototypeToSpliced, ObjectDefineProperty, SafeArray,
        TypedArrayPrototypeGetBuffer } = primordials;

const ANY = 255;
const CNAME = 5;
const SOA = 6;

const address = (type) => ({
  __proto__: null, fields: 1,
  make: (list, at, ttl) => (ttl ? { address: list[at], ttl: list[at - 1] } : list[at]),
  any: (list, at) => ({ address: list[at], ttl: list[at - 1], type }),
});

const name = (type) => ({
  __proto__: null, fields: 1,
  make: (list, at) => list[at],
  any: (list, at) => ({ value: list[at], type }),
});

// Their objects are the same, with and without the type.
const object = (type, fields, make) => ({
  __proto__: null, fields, make,
  any: (list, at) => {
    const record = make(list, at);
    record.type = type;
    return record;
  },
});

// The same object in both, with its type.
const typed = (fields, make) => ({ __proto__: null, fields, make, any: make });

// The name of the last property is what the server sent.
function makeCaa(list, at) {
  const record = { critical: list[at], type: 'CAA' };
  ObjectDefineProperty(record, list[at + 1], {
    __proto__: null, configurable: true, enumerable: true, writable: true, value: list[at + 2],
  });
  return record;
}

const TYPES = {
  __proto__: null,
  1: address('A'),
  28: address('AAAA'),
  2: name('NS'),
  5: name('CNAME'),
  12: name('PTR'),
  15: typed(2, (list, at) => ({ exchange: list[at + 1], priority: list[at], type: 'MX' })),
  16: {
    __proto__: null, fields: 1,
    make: (list, at) => list[at],
    any: (list, at) => ({ entries: list[at], type: 'TXT' }),
  },
  6: object('SOA', 7, (list, at) => ({
    nsname: list[at], hostmaster: list[at + 1], serial: list[at + 2], refresh: list[at + 3],
    retry: list[at + 4], expire: list[at + 5], minttl: list[at + 6], type: undefined,
  })),
  33: typed(4, (list, at) => ({
    name: list[at + 3], port: list[at + 2], priority: list[at], weight: list[at + 1], type: 'SRV',
  })),
  35: object('NAPTR', 6, (list, at) => ({
    flags: list[at + 2], service: list[at + 3], regexp: list[at + 4], replacement: list[at + 5],
    order: list[at], preference: list[at + 1], type: undefined,
  })),
  52: object('TLSA', 4, (list, at) => ({
    certUsage: list[at], selector: list[at + 1], match: list[at + 2],
    data: TypedArrayPrototypeGetBuffer.call(list[at + 3]),
  })),
  257: typed(3, makeCaa),
};

// The records of an answer. SOA has one; of a chain of aliases the first one is given.
function makeRecords(list, type, ttl) {
  const records = new SafeArray();
  for (let at = 0; at < list.length;) {
    const kind = TYPES[list[at]];
    at += 2;
    records.push(type === ANY ? kind.any(list, at) : kind.make(list, at, ttl));
    at += kind.fields;
    if (type === CNAME)
      break;
  }
  return type === SOA ? records[0] : ArrayPrototypeToSpliced.call(records);
}

module.exports = { makeRecords };
