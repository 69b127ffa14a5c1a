'use strict';
// The results of stat() and statfs(). The binding writes their numbers to two arrays that it shares
// with this file; they must be read before the next result overwrites them.

const binding = internalBinding('fs');
const { stats: values, bigStats: bigValues } = binding;
const { setMethod, shield } = require('internal/prototypes');
const {
  BigInt, Date, MathRound: round, Number, ObjectDefineProperty, ObjectSetPrototypeOf, ReflectApply,
} = primordials;

const S_IFMT = 0o170000;
const FIELDS = 18;

function StatsBase(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks) {
  this.dev = dev;
  this.mode = mode;
  this.nlink = nlink;
  this.uid = uid;
  this.gid = gid;
  this.rdev = rdev;
  this.blksize = blksize;
  this.ino = ino;
  this.size = size;
  this.blocks = blocks;
}

shield(StatsBase.prototype, [
  'dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'ino', 'size', 'blocks', 'atimeMs',
  'mtimeMs', 'ctimeMs', 'birthtimeMs', 'atimeNs', 'mtimeNs', 'ctimeNs', 'birthtimeNs',
]);

function defineTest(name, type) {
  setMethod(StatsBase.prototype, name,
            { [name]() { return this._checkModeProperty(type); } }[name]);
}
defineTest('isDirectory', 0o040000);
defineTest('isFile', 0o100000);
defineTest('isBlockDevice', 0o060000);
defineTest('isCharacterDevice', 0o020000);
defineTest('isSymbolicLink', 0o120000);
defineTest('isFIFO', 0o010000);
defineTest('isSocket', 0o140000);

function BigIntStats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks, atimeNs, mtimeNs,
                     ctimeNs, birthtimeNs) {
  ReflectApply(StatsBase, this, [dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks]);
  this.atimeMs = atimeNs / 1000000n;
  this.mtimeMs = mtimeNs / 1000000n;
  this.ctimeMs = ctimeNs / 1000000n;
  this.birthtimeMs = birthtimeNs / 1000000n;
  this.atimeNs = atimeNs;
  this.mtimeNs = mtimeNs;
  this.ctimeNs = ctimeNs;
  this.birthtimeNs = birthtimeNs;
}
ObjectSetPrototypeOf(BigIntStats.prototype, StatsBase.prototype);
ObjectSetPrototypeOf(BigIntStats, StatsBase);

setMethod(BigIntStats.prototype, '_checkModeProperty', function(property) {
  return (this.mode & BigInt(S_IFMT)) === BigInt(property);
});

// The times are seconds and nanoseconds, as in struct stat.
function Stats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks, atimeS, atimeNs,
               mtimeS, mtimeNs, ctimeS, ctimeNs, birthtimeS, birthtimeNs) {
  this.dev = dev;
  this.mode = mode;
  this.nlink = nlink;
  this.uid = uid;
  this.gid = gid;
  this.rdev = rdev;
  this.blksize = blksize;
  this.ino = ino;
  this.size = size;
  this.blocks = blocks;
  this.atimeMs = atimeS * 1000 + atimeNs / 1e6;
  this.mtimeMs = mtimeS * 1000 + mtimeNs / 1e6;
  this.ctimeMs = ctimeS * 1000 + ctimeNs / 1e6;
  this.birthtimeMs = birthtimeS * 1000 + birthtimeNs / 1e6;
}
ObjectSetPrototypeOf(Stats.prototype, StatsBase.prototype);
ObjectSetPrototypeOf(Stats, StatsBase);

setMethod(Stats.prototype, '_checkModeProperty', function(property) {
  return (this.mode & S_IFMT) === property;
});

// A Date costs more than the rest of the object, and few programs read one: it is created when it
// is first read, and is an own property from then on.
const names = ['atime', 'mtime', 'ctime', 'birthtime'];
for (let i = 0; i < names.length; i++) {
  const name = names[i];
  const set = function(value) {
    ObjectDefineProperty(
      this, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  };
  const accessor = {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() {
      const date = new Date(round(Number(this[`${name}Ms`])));
      ReflectApply(set, this, [date]);
      return date;
    },
    set,
  };
  ObjectDefineProperty(Stats.prototype, name, accessor);
  ObjectDefineProperty(BigIntStats.prototype, name, accessor);
}

const ns = (v, i) => v[i] * 1000000000n + v[i + 1];

// The last result. Slot 1 is the one before it, for watchFile().
function getStats(big, slot = 0) {
  const i = slot * FIELDS;
  if (big) {
    const v = bigValues;
    return new BigIntStats(
      v[i], v[i + 1], v[i + 2], v[i + 3], v[i + 4], v[i + 5], v[i + 6], v[i + 7], v[i + 8],
                           v[i + 9], ns(v, i + 10), ns(v, i + 12), ns(v, i + 14), ns(v, i + 16));
  }
  const v = values;
  return new Stats(v[i], v[i + 1], v[i + 2], v[i + 3], v[i + 4], v[i + 5], v[i + 6], v[i + 7],
                   v[i + 8], v[i + 9],
                   v[i + 10], v[i + 11], v[i + 12], v[i + 13], v[i + 14], v[i + 15], v[i + 16],
                   v[i + 17]);
}

class StatFs {
  constructor(type, bsize, frsize, blocks, bfree, bavail, files, ffree) {
    this.type = type;
    this.bsize = bsize;
    this.frsize = frsize;
    this.blocks = blocks;
    this.bfree = bfree;
    this.bavail = bavail;
    this.files = files;
    this.ffree = ffree;
  }
}

shield(StatFs.prototype, [
  'type', 'bsize', 'frsize', 'blocks', 'bfree', 'bavail', 'files', 'ffree',
]);

function getStatFs(big) {
  const v = big ? bigValues : values;
  return new StatFs(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]);
}

// Fields of the last result that was not bigint, without an object.
const lastType = () => values[1] & S_IFMT;
const lastSize = () => values[8];

module.exports = { BigIntStats, Stats, getStatFs, getStats, lastSize, lastType };
