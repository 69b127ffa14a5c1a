// A worker from new Worker() to its first message and to its 'exit', one after the other: wall time,
// and CPU time of the whole process.
const { Worker, isMainThread, parentPort } = require('worker_threads');

const COUNT = 20;
const ROUNDS = 3;

function start() {
  return new Promise((resolve) => {
    const began = process.hrtime.bigint();
    const worker = new Worker(__filename);
    let first;
    worker.on('message', () => { first = Number(process.hrtime.bigint() - began); });
    worker.on('exit', () => resolve(first));
  });
}

async function round() {
  const cpu = process.cpuUsage();
  let first = 0;
  for (let i = 0; i < COUNT; i++)
    first += await start();
  const { user, system } = process.cpuUsage(cpu);
  return { message: first / COUNT, cpu: (user + system) * 1000 / COUNT };
}

async function main() {
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++)
    rounds.push(await round());
  const best = (name) => Math.min(...rounds.map((each) => each[name]));
  console.log(JSON.stringify({ figures: { 'to message': best('message'), 'cpu': best('cpu') } }));
  process.exit(0);
}

if (isMainThread)
  main();
else
  parentPort.postMessage(1);
