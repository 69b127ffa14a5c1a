'use strict';
// node:os.

const binding = internalBinding('os');
const { codes: { ERR_SYSTEM_ERROR } } = require('internal/errors');
const { validateInt32 } = require('internal/validators');

function failure(errno, syscall) {
  const [code, message] = require('internal/errors').uvErrmapGet(errno) ??
    [`Unknown system error ${errno}`, ''];
  return new ERR_SYSTEM_ERROR({ errno, code, message, syscall });
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
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function cpus() {
  const PER_CPU = 7;
  const flat = checked(binding.cpus(), 'uv_cpu_info');
  const list = [];
  for (let i = 0; i < flat.length; i += PER_CPU) {
    const [model, speed, user, nice, sys, idle, irq] = flat.slice(i, i + PER_CPU);
    list.push({ model, speed, times: { user, nice, sys, idle, irq } });
  }
  return list;
}

function prefixLength(netmask, family) {
  const bits = family === 'IPv4' ? 10 : 16;
  let count = 0;
  for (const part of netmask.split(family === 'IPv4' ? '.' : ':')) {
    for (let n = part === '' ? 0 : parseInt(part, bits); n > 0; n &= n - 1)
      count++;
  }
  return count;
}

function networkInterfaces() {
  const result = {};
  for (const row of checked(binding.interfaces(), 'uv_interface_addresses')) {
    const [name, address, netmask, family, mac, internal, scopeid] = row;
    const entry = { address, netmask, family, mac, internal,
                    cidr: `${address}/${prefixLength(netmask, family)}` };
    if (scopeid !== -1)
      entry.scopeid = scopeid;
    (result[name] ??= []).push(entry);
  }
  return result;
}

function getPriority(pid) {
  if (pid === undefined)
    pid = 0;
  else
    validateInt32(pid, 'pid');
  const [err, priority] = binding.getPriority(pid);
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
  const [uid, gid, username, home, shell] = checked(binding.user(), 'uv_os_get_passwd');
  const shown = (text) => {
    if (text === null || encoding === undefined || encoding === 'utf8')
      return text;
    const bytes = Buffer.from(text);
    return encoding === 'buffer' ? bytes : bytes.toString(encoding);
  };
  return { __proto__: null, uid, gid, username: shown(username), homedir: shown(home),
           shell: shown(shell) };
}

// `${os.hostname}` is os.hostname().
const byText = { arch, availableParallelism, endianness, freemem, homedir, hostname, platform,
                 release, tmpdir, totalmem, type, uptime, version, machine };
for (const key of Object.keys(byText))
  byText[key][Symbol.toPrimitive] = byText[key];


function makeConstants() {
  const { dlopen, errno, signals, UV_UDP_REUSEADDR } = internalBinding('os_constants');
  const bare = (object) => Object.setPrototypeOf(object, null);
  const priority = {
    PRIORITY_LOW: 19, PRIORITY_BELOW_NORMAL: 10, PRIORITY_NORMAL: 0,
    PRIORITY_ABOVE_NORMAL: -7, PRIORITY_HIGH: -14, PRIORITY_HIGHEST: -20,
  };
  return bare({ UV_UDP_REUSEADDR, dlopen: bare(dlopen), errno: bare(errno),
                signals: Object.freeze(bare(signals)), priority: bare(priority) });
}

module.exports = {
  arch, availableParallelism, cpus, endianness, freemem, getPriority, homedir, hostname, loadavg,
  networkInterfaces, platform, release, setPriority, tmpdir, totalmem, type, userInfo, uptime,
  version, machine,
};
Object.defineProperties(module.exports, {
  constants: { __proto__: null, configurable: false, enumerable: true, value: makeConstants() },
  EOL: { __proto__: null, configurable: true, enumerable: true, writable: false, value: '\n' },
  devNull: { __proto__: null, configurable: true, enumerable: true, writable: false,
             value: '/dev/null' },
});
