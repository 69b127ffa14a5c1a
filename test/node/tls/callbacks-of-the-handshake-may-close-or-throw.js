'use strict';
// Whatever function of the program the handshake calls, it may destroy its socket or throw there:
// both sides end, and the server serves the next client.
// differs from Node: it throws if a listener of 'secure' destroys the socket
const assert = require('assert');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
const psk = { psk: Buffer.alloc(32, 7), identity: 'me' };
const PSK = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' };
let current, finished = 0;

// Each sets up one function that calls act(socket), where `socket` is what it may destroy.
const places = {
  SNICallback: (s, c, act) => { s.SNICallback = function() { act(this); }; },
  ALPNCallback: (s, c, act) => {
    c.ALPNProtocols = ['a'];
    s.ALPNCallback = function() { act(this); };
  },
  serverPsk: (s, c, act) => {
    Object.assign(s, PSK, { pskCallback(socket) { act(socket); } });
    Object.assign(c, PSK, { pskCallback: () => psk });
  },
  clientPsk: (s, c, act) => {
    Object.assign(s, PSK, { pskCallback: () => psk.psk });
    Object.assign(c, PSK, { pskCallback: () => act(current.client) });
  },
  checkServerIdentity: (s, c, act) => { c.checkServerIdentity = () => act(current.client); },
  serverKeylog: (s, c, act) => ({ onServer: ['keylog', (line, socket) => act(socket)] }),
  clientKeylog: (s, c, act) => ({ onClient: ['keylog', function() { act(this); }] }),
  newSession: (s, c, act) => ({ onServer: ['newSession', (id, session, done) => {
    done(); // nothing is sent before
    act(current.client);
  }] }),
  resumeSession: (s, c, act) => {
    s.secureOptions = require('constants').SSL_OP_NO_TICKET;
    s.maxVersion = 'TLSv1.2';
    c.session = current.session;
    return { onServer: ['resumeSession', () => act(current.client)] };
  },
  OCSPRequest: (s, c, act) => {
    c.requestOCSP = true;
    return { onServer: ['OCSPRequest', () => act(current.client)] };
  },
  OCSPResponse: (s, c, act) => {
    c.requestOCSP = true;
    return { onClient: ['OCSPResponse', function() { act(this); }] };
  },
  session: (s, c, act) => ({ onClient: ['session', function() { act(this); }] }),
  secure: (s, c, act) => ({ onClient: ['secure', function() { act(this); }] }),
  secureConnect: (s, c, act) => ({ onClient: ['secureConnect', function() { act(this); }] }),
  secureConnection: (s, c, act) => ({ onServer: ['secureConnection', (socket) => act(socket)] }),
};
const acts = {
  destroy(socket) { socket.destroy(); },
  'destroy both'(socket) {
    socket.destroy();
    current.client.destroy();
  },
  throw() { throw current.thrown = new Error('by the program'); },
  'destroy and throw'(socket) {
    socket.destroy();
    throw current.thrown = new Error('by the program');
  },
};

process.on('uncaughtException', (err) => {
  assert.strictEqual(err, current.thrown);
  current.client.destroy(); // as most programs do
  for (const socket of current.sockets)
    socket.destroy();
});

function serve(place, done) {
  const server = tls.createServer({ cert, key, maxVersion: 'TLSv1.2', secureOptions: 0x4000 },
                                  (socket) => socket.end());
  server.on('newSession', (id, data, callback) => callback());
  server.listen(0, () => {
    const client = tls.connect({ port: server.address().port, ca: ca.cert,
                                 servername: 'example.test' });
    client.on('session', (session) => { done.session = session; });
    client.resume();
    client.on('close', () => server.close(() => done(done.session)));
  });
}

function run(place, act, session, next) {
  let calls = 0;
  const serverOptions = { cert, key };
  current = { session, thrown: null, sockets: new Set(), client: null };
  const clientOptions = { ca: ca.cert, servername: 'example.test' };
  const { onServer, onClient } = places[place](serverOptions, clientOptions, (socket) => {
    calls++;
    acts[act](socket);
  }) ?? {};
  const server = tls.createServer(serverOptions, (socket) => socket.end('x'));
  server.on('connection', (socket) => current.sockets.add(socket));
  for (const event of ['tlsClientError', 'clientError', 'error'])
    server.on(event, () => {});
  server.on('secureConnection', (socket) => socket.on('error', () => {}));
  if (onServer)
    server.prependListener(...onServer);
  server.listen(0, () => {
    const client = current.client = tls.connect({ ...clientOptions, port: server.address().port });
    client.on('error', () => {});
    client.resume();
    if (onClient)
      client.prependListener(...onClient);
    client.on('close', () => server.close(() => {
      assert.ok(calls > 0, `${place} was not called`);
      finished++;
      next();
    }));
  });
}

const cases = Object.keys(places).flatMap((place) => Object.keys(acts).map((act) => [place, act]));
serve('', (session) => {
  const next = () => {
    if (finished < cases.length)
      run(...cases[finished], session, next);
  };
  next();
});
process.on('exit', () => {
  assert.strictEqual(finished, cases.length, `${cases[finished]}`);
});
