'use strict';
// node:fs: the functions of the module. Those that most programs use are in internal/fs/files and
// internal/fs/entries; the others are loaded when they are first called.

const constants = require('internal/fs/constants');
const files = require('internal/fs/files');
const entries = require('internal/fs/entries');
const { toUnixTimestamp } = require('internal/fs/utils');
const { customPromisifyArgs } = require('internal/util/promisify_names');
const { ObjectDefineProperties, ObjectDefineProperty, Promise, SymbolFor } = primordials;

const lazy = {
  __proto__: null,
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
  access: entries.access,
  accessSync: entries.accessSync,
  chown: entries.chown,
  chownSync: entries.chownSync,
  chmod: entries.chmod,
  chmodSync: entries.chmodSync,
  close: files.close,
  closeSync: files.closeSync,
  copyFile: files.copyFile,
  copyFileSync: files.copyFileSync,
  cp,
  cpSync,
  createReadStream,
  createWriteStream,
  exists: entries.exists,
  existsSync: entries.existsSync,
  fchown: entries.fchown,
  fchownSync: entries.fchownSync,
  fchmod: entries.fchmod,
  fchmodSync: entries.fchmodSync,
  fdatasync: files.fdatasync,
  fdatasyncSync: files.fdatasyncSync,
  fstat: entries.fstat,
  fstatSync: entries.fstatSync,
  fsync: files.fsync,
  fsyncSync: files.fsyncSync,
  ftruncate: files.ftruncate,
  ftruncateSync: files.ftruncateSync,
  futimes: entries.futimes,
  futimesSync: entries.futimesSync,
  glob,
  globSync,
  lchown: entries.lchown,
  lchownSync: entries.lchownSync,
  lchmod: undefined,
  lchmodSync: undefined,
  link: entries.link,
  linkSync: entries.linkSync,
  lstat: entries.lstat,
  lstatSync: entries.lstatSync,
  lutimes: entries.lutimes,
  lutimesSync: entries.lutimesSync,
  mkdir: entries.mkdir,
  mkdirSync: entries.mkdirSync,
  mkdtemp: entries.mkdtemp,
  mkdtempSync: entries.mkdtempSync,
  mkdtempDisposableSync,
  open: files.open,
  openSync: files.openSync,
  openAsBlob,
  openAsBlobSync,
  readdir: entries.readdir,
  readdirSync: entries.readdirSync,
  read: files.read,
  readSync: files.readSync,
  readv: files.readv,
  readvSync: files.readvSync,
  readFile: files.readFile,
  readFileSync: files.readFileSync,
  readlink: entries.readlink,
  readlinkSync: entries.readlinkSync,
  realpath,
  realpathSync,
  rename: entries.rename,
  renameSync: entries.renameSync,
  rm,
  rmSync,
  rmdir: entries.rmdir,
  rmdirSync: entries.rmdirSync,
  stat: entries.stat,
  statfs: entries.statfs,
  statSync: entries.statSync,
  statfsSync: entries.statfsSync,
  symlink: entries.symlink,
  symlinkSync: entries.symlinkSync,
  truncate: files.truncate,
  truncateSync: files.truncateSync,
  unwatchFile,
  unlink: entries.unlink,
  unlinkSync: entries.unlinkSync,
  utimes: entries.utimes,
  utimesSync: entries.utimesSync,
  watch,
  watchFile,
  writeFile: files.writeFile,
  writeFileSync: files.writeFileSync,
  write: files.write,
  writeSync: files.writeSync,
  writev: files.writev,
  writevSync: files.writevSync,
};

// Classes are loaded on first use. They have setters because programs replace them (graceful-fs).
function lazyClass(name, load) {
  ObjectDefineProperty(fs, name, {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() { return this[name] = load(); },
    set(value) {
      ObjectDefineProperty(
        fs, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
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
ObjectDefineProperties(fs, {
  __proto__: null,
  constants: { __proto__: null, enumerable: true, value: constants },
  promises: {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() { return promises ??= require('internal/fs/promises').exports; },
  },
});

// Names for util.promisify() of functions whose callbacks get more than one value.
const nameResults = (operation, value) =>
  ObjectDefineProperty(operation, customPromisifyArgs, { __proto__: null, value });
nameResults(fs.read, ['bytesRead', 'buffer']);
nameResults(fs.readv, ['bytesRead', 'buffers']);
nameResults(fs.write, ['bytesWritten', 'buffer']);
nameResults(fs.writev, ['bytesWritten', 'buffers']);
ObjectDefineProperty(fs.exists, SymbolFor('nodejs.util.promisify.custom'), {
  __proto__: null,
  value: { exists: (path) => new Promise((resolve) => fs.exists(path, resolve)) }.exists,
});
