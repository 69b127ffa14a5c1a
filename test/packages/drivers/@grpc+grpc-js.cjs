// Calls of all four kinds, metadata, errors, deadlines, cancellation, keepalive, mutual TLS
const grpc = require('@grpc/grpc-js');
const { execFileSync } = require('child_process');
const { readFileSync } = require('fs');

const json = (value) => Buffer.from(JSON.stringify(value));
const codec = { requestSerialize: json, requestDeserialize: JSON.parse, responseSerialize: json, responseDeserialize: JSON.parse };
const method = (name, requestStream, responseStream) => ({ path: `/s/${name}`, requestStream, responseStream, ...codec });
const definition = {
  Echo: method('Echo', false, false), Hang: method('Hang', false, false), Sum: method('Sum', true, false),
  Count: method('Count', false, true), HangStream: method('HangStream', false, true), Double: method('Double', true, true),
};
const metadata = (entries) => {
  const result = new grpc.Metadata();
  for (const [name, value] of entries) result.add(name, value);
  return result;
};

const cancelled = [];
const services = {
  Echo(call, callback) {
    const { bad } = call.request;
    if (bad === 'throw') throw new Error('thrown by the handler');
    call.sendMetadata(metadata([['x-head', 'h']]));
    const trailer = metadata([['x-trailer', 't'], ['x-bytes-bin', Buffer.from([0, 255, 10])]]);
    if (bad) callback({ code: grpc.status.NOT_FOUND, details: 'none ä %', metadata: trailer });
    else callback(null, { got: call.request, key: call.metadata.get('x-key'), bin: call.metadata.get('x-key-bin').map((each) => [...each]) }, trailer);
  },
  Sum(call, callback) { let sum = 0; call.on('data', (n) => { sum += n; }); call.on('end', () => callback(null, { sum })); },
  Count(call) {
    for (let i = 0; i < call.request.n; i++) call.write(i);
    if (call.request.fails) call.emit('error', { code: grpc.status.DATA_LOSS, details: 'lost' });
    else call.end();
  },
  Double(call) { call.on('data', (n) => call.write(n * 2)); call.on('end', () => call.end()); },
  Hang(call) { call.on('cancelled', () => cancelled.push('Hang')); },
  HangStream(call) { call.write(1); call.on('cancelled', () => { cancelled.push('HangStream'); call.end(); }); },
};

const shown = ({ code, details }) => `${code}: ${details.replace(/(Deadline exceeded|No connection established).*/s, '$1')}`;
// What a call with one response gave: the value or the error, headers, status and trailers.
const one = (client, name, ...args) => new Promise((resolve) => {
  const result = {};
  const call = client[name](...args, (error, value) => { result.answer = error ? shown(error) : value; });
  call.on('metadata', (head) => { result.head = head.get('x-head'); });
  call.on('status', (status) => {
    result.status = [status.code, status.metadata.get('x-trailer'), status.metadata.get('x-bytes-bin')];
    setImmediate(resolve, result);
  });
});
const all = (call) => new Promise((resolve) => {
  const list = [];
  call.on('data', (item) => list.push(item)).on('error', (error) => list.push(shown(error)));
  call.on('status', (status) => { list.push(`status ${status.code}`); setImmediate(resolve, list); });
});

async function drive(client) {
  console.log(await one(client, 'Echo', { a: 1 }, metadata([['x-key', 'v'], ['x-key', 'w'], ['x-key-bin', Buffer.from([1, 2, 3])]])));
  for (const bad of [1, 'throw']) console.log(await one(client, 'Echo', { bad }));
  for (const size of [3e5, 5e6]) console.log(JSON.stringify((await one(client, 'Echo', { long: 'x'.repeat(size) })).answer).length);
  console.log(await new Promise((resolve) => { const call = client.Sum((error, sum) => resolve(sum)); for (let i = 0; i < 1000; i++) call.write(i); call.end(); }));
  console.log(await all(client.Count({ n: 5 })), (await all(client.Count({ n: 5000 }))).length);
  console.log(await all(client.Count({ n: 2, fails: true })));
  const both = client.Double();
  const doubled = all(both);
  for (let i = 0; i < 5; i++) both.write(i);
  both.end();
  console.log(await doubled);
  console.log(await one(client, 'Hang', {}, { deadline: Date.now() + 200 }));
  const stream = client.HangStream({});
  stream.on('data', () => stream.cancel());
  console.log(await all(stream));
  console.log((await Promise.all(Array.from({ length: 300 }, (_, i) => one(client, 'Echo', { i })))).reduce((sum, each) => sum + each.answer.got.i, 0));
}

const bind = (server, credentials) => new Promise((resolve, reject) => {
  server.bindAsync('127.0.0.1:0', credentials, (error, port) => (error ? reject(error) : resolve(port)));
});
const Client = grpc.makeGenericClientConstructor(definition, 's');

async function main() {
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem',
                           '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'], { stdio: 'pipe' });
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(name));
  const server = new grpc.Server({ 'grpc.keepalive_time_ms': 50, 'grpc.keepalive_timeout_ms': 10000 });
  server.addService(definition, services);
  const plain = await bind(server, grpc.ServerCredentials.createInsecure());
  const secure = await bind(server, grpc.ServerCredentials.createSsl(cert, [{ private_key: key, cert_chain: cert }], true));

  const first = new Client(`127.0.0.1:${plain}`, grpc.credentials.createInsecure(), { 'grpc.keepalive_time_ms': 50, 'grpc.keepalive_permit_without_calls': 1 });
  await drive(first);
  first.close();
  const token = grpc.credentials.createFromMetadataGenerator((_, done) => done(null, metadata([['x-key', 'token']])));
  const second = new Client(`localhost:${secure}`, grpc.credentials.combineChannelCredentials(grpc.credentials.createSsl(cert, key, cert), token));
  console.log(await one(second, 'Echo', { tls: 1 }));
  second.close();
  for (const [address, credentials] of [[`localhost:${secure}`, grpc.credentials.createSsl()], ['127.0.0.1:1', grpc.credentials.createInsecure()]]) {
    const client = new Client(address, credentials);
    console.log((await one(client, 'Echo', {})).answer);
    client.close();
  }
  server.tryShutdown(() => console.log('down', cancelled));
}
main();
