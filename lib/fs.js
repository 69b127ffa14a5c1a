'use strict';
// node:fs — the public names. What most programs use is in internal/fs/files and internal/fs/names;
// the rest is loaded when first called.

const constants = require('internal/fs/constants');
const files = require('internal/fs/files');
const names = require('internal/fs/names');
const { toUnixTimestamp } = require('internal/fs/utils');
const { customPromisifyArgs } = require('internal/util/promisify_names');
const { ObjectDefineProperty } = primordials;

const lazy = {
  cp: () => require('internal/fs/cp'),
  dir: () => require('internal/fs/dir'),
  dirent: () => require('internal/fs/dirent'),
  glob: () => require('internal/fs/glob'),
  realpath: () => require('internal/fs/realpath'),
  rm: () => require('internal/fs/rm'),
  streams: () => require('internal/fs/streams'),
  temporary: () => require('internal/fs/temporary'),
  watchers: () => require('internal/fs/watchers'),
  blob: () => require('internal/fs/blob'),
  utf8Stream: () => require('internal/fs/utf8_stream'),
};

function cp(src, dest, options, callback) {
  lazy.cp().cp(src, dest, options, callback);
}

function cpSync(src, dest, options) {
  lazy.cp().cpSync(src, dest, options);
}

function createReadStream(path, options) {
  return new fs.ReadStream(path, options);
}

function createWriteStream(path, options) {
  return new fs.WriteStream(path, options);
}

function glob(pattern, options, callback) {
  lazy.glob().glob(pattern, options, callback);
}

function globSync(pattern, options) {
  return lazy.glob().globSync(pattern, options);
}

function mkdtempDisposableSync(prefix, options) {
  return lazy.temporary().mkdtempDisposableSync(prefix, options);
}

function openAsBlob(path, options = undefined) {
  return lazy.blob().openAsBlob(path, options);
}

function openAsBlobSync(path, options = undefined) {
  return lazy.blob().openAsBlobSync(path, options);
}

function opendir(path, options, callback) {
  lazy.dir().opendir(path, options, callback);
}

function opendirSync(path, options) {
  return lazy.dir().opendirSync(path, options);
}

function realpath(path, options, callback) {
  lazy.realpath().realpath(path, options, callback);
}

realpath.native = (path, options, callback) => {
  lazy.realpath().realpathNative(path, options, callback);
};

function realpathSync(path, options) {
  return lazy.realpath().realpathSync(path, options);
}

realpathSync.native = (path, options) => lazy.realpath().realpathNativeSync(path, options);

function rm(path, options, callback) {
  lazy.rm().rm(path, options, callback);
}

function rmSync(path, options) {
  lazy.rm().rmSync(path, options);
}

function unwatchFile(filename, listener) {
  lazy.watchers().unwatchFile(filename, listener);
}

function watch(filename, options, listener) {
  return lazy.watchers().watch(filename, options, listener);
}

function watchFile(filename, options, listener) {
  return lazy.watchers().watchFile(filename, options, listener);
}

const fs = module.exports = {
  appendFile: files.appendFile,
  appendFileSync: files.appendFileSync,
  access: names.access,
  accessSync: names.accessSync,
  chown: names.chown,
  chownSync: names.chownSync,
  chmod: names.chmod,
  chmodSync: names.chmodSync,
  close: files.close,
  closeSync: files.closeSync,
  copyFile: files.copyFile,
  copyFileSync: files.copyFileSync,
  cp,
  cpSync,
  createReadStream,
  createWriteStream,
  exists: names.exists,
  existsSync: names.existsSync,
  fchown: names.fchown,
  fchownSync: names.fchownSync,
  fchmod: names.fchmod,
  fchmodSync: names.fchmodSync,
  fdatasync: files.fdatasync,
  fdatasyncSync: files.fdatasyncSync,
  fstat: names.fstat,
  fstatSync: names.fstatSync,
  fsync: files.fsync,
  fsyncSync: files.fsyncSync,
  ftruncate: files.ftruncate,
  ftruncateSync: files.ftruncateSync,
  futimes: names.futimes,
  futimesSync: names.futimesSync,
  glob,
  globSync,
  lchown: names.lchown,
  lchownSync: names.lchownSync,
  lchmod: undefined,
  lchmodSync: undefined,
  link: names.link,
  linkSync: names.linkSync,
  lstat: names.lstat,
  lstatSync: names.lstatSync,
  lutimes: names.lutimes,
  lutimesSync: names.lutimesSync,
  mkdir: names.mkdir,
  mkdirSync: names.mkdirSync,
  mkdtemp: names.mkdtemp,
  mkdtempSync: names.mkdtempSync,
  mkdtempDisposableSync,
  open: files.open,
  openSync: files.openSync,
  openAsBlob,
  openAsBlobSync,
  readdir: names.readdir,
  readdirSync: names.readdirSync,
  read: files.read,
  readSync: files.readSync,
  readv: files.readv,
  readvSync: files.readvSync,
  readFile: files.readFile,
  readFileSync: files.readFileSync,
  readlink: names.readlink,
  readlinkSync: names.readlinkSync,
  realpath,
  realpathSync,
  rename: names.rename,
  renameSync: names.renameSync,
  rm,
  rmSync,
  rmdir: names.rmdir,
  rmdirSync: names.rmdirSync,
  stat: names.stat,
  statfs: names.statfs,
  statSync: names.statSync,
  statfsSync: names.statfsSync,
  symlink: names.symlink,
  symlinkSync: names.symlinkSync,
  truncate: files.truncate,
  truncateSync: files.truncateSync,
  unwatchFile,
  unlink: names.unlink,
  unlinkSync: names.unlinkSync,
  utimes: names.utimes,
  utimesSync: names.utimesSync,
  watch,
  watchFile,
  writeFile: files.writeFile,
  writeFileSync: files.writeFileSync,
  write: files.write,
  writeSync: files.writeSync,
  writev: files.writev,
  writevSync: files.writevSync,
};

// Classes come when somebody looks. Programs replace them (graceful-fs does), so they can be set.
function lazyClass(name, load) {
  ObjectDefineProperty(fs, name, {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() { return this[name] = load(); },
    set(value) {
      ObjectDefineProperty(fs, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    },
  });
}

lazyClass('Dirent', () => lazy.dirent().Dirent);
lazyClass('Stats', () => require('internal/util').deprecate(
  require('internal/fs/stats').Stats, 'fs.Stats constructor is deprecated.', 'DEP0180'));
lazyClass('ReadStream', () => lazy.streams().ReadStream);
lazyClass('WriteStream', () => lazy.streams().WriteStream);
lazyClass('FileReadStream', () => lazy.streams().ReadStream);
lazyClass('FileWriteStream', () => lazy.streams().WriteStream);
lazyClass('Utf8Stream', () => lazy.utf8Stream().Utf8Stream);
fs._toUnixTimestamp = toUnixTimestamp;
lazyClass('Dir', () => lazy.dir().Dir);
fs.opendir = opendir;
fs.opendirSync = opendirSync;

let promises;
Object.defineProperties(fs, {
  constants: { __proto__: null, enumerable: true, value: constants },
  promises: {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() { return promises ??= require('internal/fs/promises').exports; },
  },
});

// util.promisify() of functions that give more than one value.
for (const name of ['read', 'readv', 'write', 'writev']) {
  const count = name.startsWith('read') ? 'bytesRead' : 'bytesWritten';
  ObjectDefineProperty(fs[name], customPromisifyArgs,
                       { __proto__: null, value: [count, name.endsWith('v') ? 'buffers' : 'buffer'] });
}
ObjectDefineProperty(fs.exists, Symbol.for('nodejs.util.promisify.custom'), {
  __proto__: null,
  value: { exists: (path) => new Promise((resolve) => fs.exists(path, resolve)) }.exists,
});
