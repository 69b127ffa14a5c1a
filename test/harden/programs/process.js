'use strict';
const { step, text, call, thrown } = require('../harness.js');

step('facts', () => text(typeof process.pid, typeof process.ppid, process.platform, process.arch,
  typeof process.version, typeof process.versions.node, process.title.length > 0,
    process.argv.length > 1,
  process.execArgv.length, typeof process.execPath, process.release.name, typeof process.config));
step('environment', () => {
  process.env.MINE = 5;
  const value = process.env.MINE;
  delete process.env.MINE;
  return text(value, process.env.MINE, 'MINE' in process.env, typeof process.env.PATH);
});
step('environment, listed', () => {
  process.env.LISTED = 'x';
  const copy = { ...process.env };
  return text(copy.LISTED, process.env.hasOwnProperty === undefined);
});
step('folder', () => {
  const before = process.cwd();
  process.chdir('/');
  const after = process.cwd();
  process.chdir(before);
  return text(after, process.cwd() === before);
});
step('numbers', () => {
  const before = process.hrtime();
  const difference = process.hrtime(before);
  return text(typeof process.hrtime.bigint(), difference[0], process.uptime() > 0,
    process.memoryUsage().rss > 0, process.memoryUsage.rss() > 0, process.cpuUsage().user > 0,
    process.resourceUsage().maxRSS > 0, typeof process.availableMemory(), typeof process.umask());
});
step('identity', () => text(process.getuid(), process.getgid(), process.geteuid(),
  process.getegid(),
  process.getgroups().length > 0));
step('nextTick', async () => {
  let order = '';
  await call((done) => {
    setImmediate(() => { order += 'immediate'; done(); });
    process.nextTick((a, b) => { order += 'tick' + a + b + ' '; }, 1, 2);
    queueMicrotask(() => { order += 'micro '; });
  });
  return text(order);
});
step('events', () => {
  let heard = '';
  process.on('mine', (a) => { heard += a; });
  process.emit('mine', 'x');
  return text(heard, process.listenerCount('mine'));
});
step('warnings', async () => {
  const heard = call((done) => process.once('warning', (warning) => done(null, warning)));
  process.emitWarning('careful', { type: 'MyWarning', code: 'MINE', detail: 'more' });
  const { value } = await heard;
  return text(value.name, value.message, value.code, value.detail);
});
step('a warning of a type', async () => {
  const heard = call((done) => process.once('warning', (warning) => done(null, warning)));
  process.emitWarning('other', 'Kind', 'C1');
  return text((await heard).value.name);
});
step('signals', async () => {
  const heard = call((done) => process.once('SIGUSR2', (name, number) => done(null, name, number)));
  process.kill(process.pid, 'SIGUSR2');
  const { value, other } = await heard;
  return text(value, other);
});
step('rejection handled late', async () => {
  const heard = call((done) => process.once('unhandledRejection', (reason) => done(null, reason)));
  const late = call((done) => process.once('rejectionHandled', () => done()));
  const promise = Promise.reject(new Error('late'));
  const { value } = await heard;
  promise.catch(() => {});
  await late;
  return text(value);
});
step('uncaught and caught', async () => {
  const heard = call((done) => process.once('uncaughtException',
    (error, origin) => done(null, error, origin)));
  setImmediate(() => { throw new Error('thrown'); });
  const { value, other } = await heard;
  return text(value, other);
});
step('output', async () => {
  await call((done) => process.stdout.write('to stdout\n', done));
  process.stderr.write('to stderr\n');
  return text(process.stdout.fd, process.stdout.isTTY, process.stdin.fd, process.stderr.writable);
});
step('features and others', () => text(typeof process.features.inspector,
  process.allowedNodeEnvironmentFlags.has('--no-warnings'),
  typeof process.getActiveResourcesInfo(), process.exitCode, typeof process.report));
step('finalization', () => { process.finalization.register({}, () => {}); return 'done'; });
step('wrong arguments', () => text(thrown(() => process.chdir(5)), thrown(() => process.kill('x')),
  thrown(() => process.kill(process.pid, 'SIGBOGUS')), thrown(() => process.hrtime(5)),
  thrown(() => process.nextTick(5)), thrown(() => process.emitWarning(5)),
    thrown(() => process.cpuUsage(5)),
  thrown(() => { process.exitCode = 'x'; }), thrown(() => process.umask('x'))));
step('exit code', () => { process.exitCode = 3; return text(process.exitCode); });
