'use strict';
// soak.cjs SECONDS COLLECT_MS — mixed load for some time: HTTP, timers, promises, files. Prints one
// JSON line: how many operations of each kind were begun and ended, what went wrong, and samples of
// the memory. COLLECT_MS: a collection is forced so often; 0: never. bench/runtime/soak runs it.
//
// (1) Every operation checks its result. One that is begun must end: when the time is up nothing new
//     is begun, and the process ends when all have ended.
// (2) The load is the same all the time, so nothing may grow after the first quarter.

const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');

const SECONDS = Number(process.argv[2] || 10);
const COLLECT_MS = Number(process.argv[3] || 0);
const CLIENTS = 4;
const FILES = 4;
const CHAINS = 4;
const SAMPLES = 40;
const NEVER_MS = 24 * 3600 * 1000;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'soak-'));
const began = process.hrtime.bigint();
const elapsed = () => Number(process.hrtime.bigint() - began) / 1e9;
const isOver = () => elapsed() >= SECONDS;
const counts = {};
const faults = [];
const samples = [];

function begin(kind) {
  counts[kind] ??= { begun: 0, ended: 0 };
  counts[kind].begun++;
}

function end(kind, isRight = true, what = '') {
  counts[kind].ended++;
  if (!isRight && faults.length < 20)
    faults.push(`${kind}: ${what}`);
}

// ---- HTTP: requests with a body that comes back in capitals ----

const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
const server = http.createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (text) => { body += text; });
  request.on('end', () => response.end(body.toUpperCase()));
});
// On a busy machine a connection may rest for long, and the server would close it as the client uses
// it again.
server.keepAliveTimeout = server.headersTimeout = server.requestTimeout = 0;

function runClient(n) {
  if (isOver())
    return clientEnded();
  const sent = `${n} `.repeat(n % 500) + 'text';
  begin('http');
  const request = http.request({ port: server.address().port, agent, method: 'POST' }, (response) => {
    let body = '';
    response.setEncoding('utf8');
    response.on('data', (text) => { body += text; });
    response.on('end', () => {
      end('http', body === sent.toUpperCase(), `${body.length} of ${sent.length} characters`);
      setImmediate(runClient, n + CLIENTS);
    });
  });
  request.on('error', (error) => {
    end('http', false, error.message);
    setImmediate(runClient, n + CLIENTS);
  });
  request.end(sent);
}

let clients = CLIENTS;
function clientEnded() {
  if (--clients > 0)
    return;
  agent.destroy();
  server.close();
}

// ---- Timers: some fire, some are cleared, and ticks and immediates come from them ----

function runTimers(n) {
  if (isOver())
    return;
  const cleared = setTimeout(() => end('cleared', false, 'it fired'), NEVER_MS + n % 1000);
  const set = elapsed();
  begin('timer');
  setTimeout(() => {
    end('timer', elapsed() - set >= n % 20 / 1e3 - 0.001, 'too early');
    clearTimeout(cleared);
    begin('tick');
    process.nextTick(() => {
      end('tick');
      begin('immediate');
      setImmediate(() => {
        end('immediate');
        runTimers(n + 1);
      });
    });
  }, n % 20);
}
counts.cleared = { begun: 0, ended: 0 };

// ---- Promises: chains, rejections that are handled, awaits ----

async function runChain(n) {
  for (let i = n; !isOver(); i++) {
    begin('promise');
    const all = await Promise.all([i, Promise.resolve(i), (async () => { await null; return i; })()]);
    const caught = await Promise.reject(new Error(`${i}`)).catch((error) => Number(error.message));
    end('promise', all.every((value) => value === i) && caught === i, `${all} ${caught}`);
    if (i % 10 === 0)
      await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

// ---- Files: written, read back, removed ----

async function runFiles(n) {
  for (let i = n; !isOver(); i += FILES) {
    const file = path.join(folder, `file-${i}`);
    const text = `${i},`.repeat(i % 3000);
    begin('file');
    try {
      await fs.promises.writeFile(file, text);
      const back = await fs.promises.readFile(file, 'utf8');
      await fs.promises.unlink(file);
      end('file', back === text, `${back.length} of ${text.length} characters`);
    } catch (error) {
      end('file', false, error.message);
    }
  }
}

// ---- Memory ----

function sample() {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  samples.push({ at: elapsed(), rss, heapUsed,
                 fds: fs.readdirSync('/proc/self/fd').length,
                 resources: process.getActiveResourcesInfo().length });
}

const sampling = setInterval(() => {
  sample();
  if (isOver())
    clearInterval(sampling);
}, SECONDS * 1000 / SAMPLES);
if (COLLECT_MS > 0) {
  const collecting = setInterval(() => {
    globalThis.gc();
    if (isOver())
      clearInterval(collecting);
  }, COLLECT_MS);
}

process.on('exit', () => {
  fs.rmSync(folder, { recursive: true, force: true });
  console.log(JSON.stringify({ counts, faults, samples }));
});
server.listen(0, () => {
  for (let i = 0; i < CLIENTS; i++)
    runClient(i);
});
for (let i = 0; i < CHAINS; i++) {
  runChain(i);
  runFiles(i);
  runTimers(i);
}
