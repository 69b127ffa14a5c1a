'use strict';
// node:os.

const {
  ArrayPrototypeSlice, ArrayPrototypeToSpliced, NumberParseInt, ObjectDefineProperties,
  ObjectDefineProperty, ObjectFreeze, ObjectHasOwn, ObjectKeys, SafeArray, StringPrototypeEndsWith,
  StringPrototypeSlice, StringPrototypeSplit, SymbolToPrimitive,
} = primordials;
const binding = internalBinding('os');
const { codes: { ERR_SYSTEM_ERROR } } = require('internal/errors');
const { validateInt32 } = require('internal/validators');

function failure(errno, syscall) {
  const { 0: code, 1: message } = require('internal/errors').uvErrmapGet(errno) ??
    [`Unknown system error ${errno}`, ''];
  return new ERR_SYSTEM_ERROR({ __proto__: null, errno, code, message, syscall });
}

// A result of the binding that is a negative number is an error number.
function checked(result, syscall) {
  if (typeof result === 'number' && result < 0)
    throw failure(result, syscall);
  return result;
}

const hostname = () => checked(binding.hostname(), 'uv_os_gethostname');
const homedir = () => checked(binding.homedir(), 'uv_os_homedir');
const uptime = () => checked(binding.uptime(), 'uv_uptime');
const freemem = () => binding.freemem();
const totalmem = () => binding.totalmem();
const loadavg = () => binding.loadavg();
const availableParallelism = () => binding.availableParallelism();
const arch = () => process.arch;
const platform = () => process.platform;
const endianness = () => 'LE';

let names;
const uname = () => names ??= checked(binding.uname(), 'uv_os_uname');
const type = () => uname()[0];
const version = () => uname()[1];
const release = () => uname()[2];
const machine = () => uname()[3];

function tmpdir() {
  const { env } = process;
  const path = env.TMPDIR || env.TMP || env.TEMP || '/tmp';
  return path.length > 1 && StringPrototypeEndsWith.call(path, '/') ?
    StringPrototypeSlice.call(path, 0, -1) : path;
}

function cpus() {
  const PER_CPU = 7;
  const flat = checked(binding.cpus(), 'uv_cpu_info');
  const list = new SafeArray();
  for (let i = 0; i < flat.length; i += PER_CPU) {
    const times = {
      user: flat[i + 2], nice: flat[i + 3], sys: flat[i + 4], idle: flat[i + 5], irq: flat[i + 6],
    };
    list.push({ model: flat[i], speed: flat[i + 1], times });
  }
  return ArrayPrototypeSlice.call(list);
}

function prefixLength(netmask, family) {
  const bits = family === 'IPv4' ? 10 : 16;
  let count = 0;
  const parts = StringPrototypeSplit.call(netmask, family === 'IPv4' ? '.' : ':');
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    for (let n = part === '' ? 0 : NumberParseInt(part, bits); n > 0; n &= n - 1)
      count++;
  }
  return count;
}

function networkInterfaces() {
  const result = {};
  const rows = checked(binding.interfaces(), 'uv_interface_addresses');
  for (let i = 0; i < rows.length; i++) {
    const { 0: name, 1: address, 2: netmask, 3: family, 4: mac, 5: internal, 6: scopeid } = rows[i];
    const entry = { address, netmask, family, mac, internal,
                    cidr: `${address}/${prefixLength(netmask, family)}` };
    if (scopeid !== -1)
      entry.scopeid = scopeid;
    const known = ObjectHasOwn(result, name) ? result[name] : [];
    result[name] = ArrayPrototypeToSpliced.call(known, known.length, 0, entry);
  }
  return result;
}

function getPriority(pid) {
  if (pid === undefined)
    pid = 0;
  else
    validateInt32(pid, 'pid');
  const { 0: err, 1: priority } = binding.getPriority(pid);
  checked(err, 'uv_os_getpriority');
  return priority;
}

function setPriority(pid, priority) {
  if (priority === undefined) {
    priority = pid;
    pid = 0;
  }
  validateInt32(pid, 'pid');
  validateInt32(priority, 'priority', -20, 19);
  checked(binding.setPriority(pid, priority), 'uv_os_setpriority');
}

function userInfo(options) {
  const encoding = typeof options === 'object' && options !== null ? options.encoding : undefined;
  const { 0: uid, 1: gid, 2: username, 3: home, 4: shell } =
    checked(binding.user(), 'uv_os_get_passwd');
  const shown = (text) => {
    if (text === null || encoding === undefined || encoding === 'utf8')
      return text;
    const bytes = require('internal/buffer').bufferFrom(text);
    return encoding === 'buffer' ? bytes : bytes.toString(encoding);
  };
  return { __proto__: null, uid, gid, username: shown(username), homedir: shown(home),
           shell: shown(shell) };
}

// `${os.hostname}` is os.hostname().
const byText = { __proto__: null, arch, availableParallelism, endianness, freemem, homedir,
                 hostname, platform,
                 release, tmpdir, totalmem, type, uptime, version, machine };
const textNames = ObjectKeys(byText);
for (let i = 0; i < textNames.length; i++)
  ObjectDefineProperty(byText[textNames[i]], SymbolToPrimitive, {
    __proto__: null, value: byText[textNames[i]], writable: true, enumerable: true,
    configurable: true,
  });

function makeConstants() {
  const { dlopen, errno, signals, UV_UDP_REUSEADDR } = internalBinding('os_constants');
  const priority = {
    __proto__: null,
    PRIORITY_LOW: 19, PRIORITY_BELOW_NORMAL: 10, PRIORITY_NORMAL: 0,
    PRIORITY_ABOVE_NORMAL: -7, PRIORITY_HIGH: -14, PRIORITY_HIGHEST: -20,
  };
  ObjectFreeze(signals);
  return { __proto__: null, UV_UDP_REUSEADDR, dlopen, errno, signals, priority };
}

module.exports = {
  arch, availableParallelism, cpus, endianness, freemem, getPriority, homedir, hostname, loadavg,
  networkInterfaces, platform, release, setPriority, tmpdir, totalmem, type, userInfo, uptime,
  version, machine,
};
ObjectDefineProperties(module.exports, {
  __proto__: null,
  constants: { __proto__: null, configurable: false, enumerable: true, value: makeConstants() },
  EOL: { __proto__: null, configurable: true, enumerable: true, writable: false, value: '\n' },
  devNull: { __proto__: null, configurable: true, enumerable: true, writable: false,
             value: '/dev/null' },
});
