// A call and a stream over HTTP/2
const grpc = require('@grpc/grpc-js');
const codec = { requestSerialize: (v) => Buffer.from(JSON.stringify(v)), requestDeserialize: JSON.parse, responseSerialize: (v) => Buffer.from(JSON.stringify(v)), responseDeserialize: JSON.parse };
const def = { Echo: { path: '/s/Echo', requestStream: false, responseStream: false, ...codec }, Count: { path: '/s/Count', requestStream: false, responseStream: true, ...codec } };
const server = new grpc.Server();
server.addService(def, { Echo: (call, cb) => call.request.bad ? cb({ code: grpc.status.NOT_FOUND, details: 'none' }) : cb(null, { got: call.request }), Count: (call) => { for (let i = 0; i < call.request.n; i++) call.write(i); call.end(); } });
server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
  const Client = grpc.makeGenericClientConstructor(def, 's');
  const client = new Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  client.Echo({ a: 1 }, (e, r) => {
    console.log(e, r);
    client.Echo({ bad: 1 }, (e2) => {
      console.log(e2.code, e2.details);
      const list = [];
      client.Count({ n: 5 }).on('data', (d) => list.push(d)).on('end', () => { console.log(list); client.close(); server.tryShutdown(() => console.log('down')); });
    });
  });
});
