'use strict';
const { step, text, thrown } = require('../harness.js');
const os = require('node:os');

step('names', () => text(typeof os.hostname(), os.platform(), os.type(), os.arch(), os.endianness(),
  os.EOL === '\n', os.devNull, typeof os.release(), typeof os.version(), typeof os.machine()));
step('numbers', () => text(os.uptime() > 0, os.freemem() > 0, os.totalmem() > os.freemem(),
  os.availableParallelism() > 0, os.loadavg().length));
step('cpus', () => {
  const cpus = os.cpus();
  return text(cpus.length > 0, typeof cpus[0].model, typeof cpus[0].times.user);
});
step('interfaces', () => {
  const { lo } = os.networkInterfaces();
  return text(lo[0].address, lo[0].netmask, lo[0].family, lo[0].internal, lo[0].cidr, lo[0].mac);
});
step('user', () => {
  const user = os.userInfo();
  return text(typeof user.username, user.uid, user.gid, user.shell !== undefined,
    user.homedir === os.homedir(),
    Buffer.isBuffer(os.userInfo({ encoding: 'buffer' }).username));
});
step('folders', () => text(os.tmpdir(), typeof os.homedir()));
step('priority', () => { os.setPriority(0, os.getPriority()); return text(os.getPriority()); });
step('constants', () => text(os.constants.signals.SIGINT, os.constants.errno.ENOENT,
  os.constants.priority.PRIORITY_LOW));
step('wrong arguments', () => text(thrown(() => os.setPriority('x')),
  thrown(() => os.setPriority(0, 50))));
