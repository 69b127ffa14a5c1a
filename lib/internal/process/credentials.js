'use strict';
// Users and groups: getuid(), setgroups() and the like.

const { ObjectAssign } = primordials;
const binding = internalBinding('credentials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_CREDENTIAL }, uvErrmapGet } =
  require('internal/errors');
const { validateArray, validateUint32 } = require('internal/validators');

const NOT_KNOWN = 1;

function checkId(id, name) {
  if (typeof id === 'number')
    validateUint32(id, name);
  else if (typeof id !== 'string')
    throw new ERR_INVALID_ARG_TYPE(name, ['number', 'string'], id);
  return typeof id === 'number' ? id >>> 0 : id;
}

// These errors have the system's text and no name of the system call.
function systemError(err, syscall) {
  const { 0: code } = uvErrmapGet(err) ?? [`${err}`];
  const error = new primordials.Error(`${code}, ${internalBinding('process').describe(err)}`);
  return ObjectAssign(error, { __proto__: null, errno: -err, code, syscall });
}

// setuid(id) and the like; `kind` is 'User' or 'Group', for the error text.
function setter(syscall, kind) {
  const set = binding[syscall];
  return {
    [syscall](id) {
      checkId(id, 'id');
      const result = set(id);
      if (result === NOT_KNOWN)
        throw new ERR_UNKNOWN_CREDENTIAL(kind, id);
      if (result < 0)
        throw systemError(result, syscall);
    },
  }[syscall];
}

function setgroups(groups) {
  validateArray(groups, 'groups');
  for (let i = 0; i < groups.length; i++)
    checkId(groups[i], `groups[${i}]`);
  const result = binding.setgroups(groups);
  if (result > 0)
    throw new ERR_UNKNOWN_CREDENTIAL('Group', groups[result - 1]);
  if (result < 0)
    throw systemError(result, 'setgroups');
}

function initgroups(user, extraGroup) {
  checkId(user, 'user');
  checkId(extraGroup, 'extraGroup');
  const result = binding.initgroups(user, extraGroup);
  if (result === NOT_KNOWN)
    throw new ERR_UNKNOWN_CREDENTIAL('User', user);
  if (result > 0)
    throw new ERR_UNKNOWN_CREDENTIAL('Group', extraGroup);
  if (result < 0)
    throw systemError(result, 'initgroups');
}

module.exports = {
  getuid() { return binding.getuid(); },
  geteuid() { return binding.geteuid(); },
  getgid() { return binding.getgid(); },
  getegid() { return binding.getegid(); },
  getgroups() { return binding.getgroups(); },
  setuid: setter('setuid', 'User'),
  seteuid: setter('seteuid', 'User'),
  setgid: setter('setgid', 'Group'),
  setegid: setter('setegid', 'Group'),
  setgroups,
  initgroups,
};
