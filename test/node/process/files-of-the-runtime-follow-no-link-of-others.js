'use strict';
// differs from Node: it follows each link
// Reports, trace events, TLS keys and redirected warnings are written to files of mode 0600. Where
// a link or a file of another user stands at their path, nothing is written, and it is said why.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');

const KEYS = `${__dirname}/../tls/fixtures/keys`;
const TLS = `const tls = require('tls'); const { ca, issue } = require(${JSON.stringify(KEYS)});
  const server = tls.createServer(issue('example.test'), (socket) => socket.end()).listen(0, () => {
    tls.connect({ port: server.address().port, ca: ca.cert, servername: 'example.test' })
      .resume().on('close', () => server.close());
  });`;
const WRITERS = {
  report: [(file) => [`--report-filename=${file}`], 'process.report.writeReport()',
           /Failed to open/],
  trace: [(file) => ['--trace-event-categories=node', `--trace-event-file-pattern=${file}`], '0',
          /Could not open trace file/],
  keys: [(file) => [`--tls-keylog=${file}`], TLS, /Could not write TLS keys/],
  warnings: [(file) => [`--redirect-warnings=${file}`], 'process.emitWarning("here")', /here/],
};
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'links-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

function run(flags, program) {
  const { status, stderr } =
    spawnSync(process.execPath, [...flags, '-e', program], { encoding: 'utf8', cwd: folder });
  assert.strictEqual(status, 0, stderr);
  return stderr;
}

const NOBODY = 65534;
for (const [name, [flags, program, refusal]] of Object.entries(WRITERS)) {
  const file = `${folder}/${name}`;
  run(flags(file), program);
  assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600, name);
  assert.ok(fs.statSync(file).size > 0, name);
  if (process.getuid() !== 0)
    continue; // only root can give a link to another user
  const victim = `${folder}/${name}-victim`;
  const link = `${folder}/${name}-link`;
  fs.writeFileSync(victim, 'precious');
  fs.symlinkSync(victim, link);
  fs.lchownSync(link, NOBODY, NOBODY);
  assert.match(run(flags(link), program), refusal, name);
  assert.strictEqual(fs.readFileSync(victim, 'utf8'), 'precious', name);
  fs.chownSync(victim, NOBODY, NOBODY);
  assert.match(run(flags(victim), program), refusal, name);
  assert.strictEqual(fs.readFileSync(victim, 'utf8'), 'precious', name);
}
