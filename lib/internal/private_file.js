'use strict';
// Files that gyre writes itself: traces, crash files, reports, redirected warnings. The rules are
// enforced by src/os/private_file.c: mode 0600; no link of another user is followed and no file of
// another user is overwritten; a file appears at its path only when it is complete.

const { TypedArrayPrototypeGetLength } = primordials;
const binding = internalBinding('private_file');
const { errname } = internalBinding('uv');

const REASONS = {
  __proto__: null,
  ELOOP: 'a symbolic link that belongs to another user, or leads nowhere',
  EPERM: 'it belongs to another user',
  EINVAL: 'it is neither a plain file nor a device',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'its folder may not be written to',
  EROFS: 'its file system is read-only',
  ENOSPC: 'no space is left',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
};

// "EPERM: it belongs to another user"
function explain(err) {
  const code = errname(err);
  return REASONS[code] === undefined ? code : `${code}: ${REASONS[code]}`;
}

function failure(err) {
  const error = new primordials.Error(explain(err));
  error.code = errname(err);
  error.errno = err;
  return error;
}

function checked(result) {
  if (result < 0)
    throw failure(result);
  return result;
}

// fill(fd) writes the file. It replaces the file at `path` when fill() has returned.
function replace(path, fill) {
  const fd = checked(binding.open(path));
  try {
    fill(fd);
  } catch (error) {
    binding.discard(fd);
    throw error;
  }
  checked(binding.commit(fd));
}

function replaceText(path, text) {
  replace(path, (fd) => {
    const { bufferFrom } = require('internal/buffer');
    const { writeSync } = require('fs');
    const bytes = bufferFrom(text);
    const length = TypedArrayPrototypeGetLength.call(bytes);
    for (let at = 0; at < length;)
      at += writeSync(fd, bytes, at, length - at);
  });
}

// Throws if the file cannot be written.
function check(path) {
  binding.discard(checked(binding.open(path)));
}

function append(path, text) {
  const fd = checked(binding.append(path));
  const fs = require('fs');
  try {
    fs.writeSync(fd, text);
  } finally {
    fs.closeSync(fd);
  }
}

const unnamed = (folder) => checked(binding.unnamed(folder));

// A default name. In a folder that every user may write to it is random, so that no other user can
// create the file before.
function defaultName(stem) {
  let isShared = true;
  try {
    isShared = (require('fs').statSync('.').mode & 0o002) !== 0;
  } catch {
    // The folder does not exist any more: writing fails later.
  }
  if (!isShared)
    return `${stem}.json`;
  return `${stem}-${require('crypto').randomBytes(8).hexSlice()}.json`;
}

module.exports = { explain, replace, replaceText, check, append, unnamed, defaultName };
