'use strict';
// Servers and clients of net and http go on when a program has replaced what built-ins could call.
// differs from Node: its http calls methods of arrays, strings and regular expressions
const assert = require('assert');
const http = require('http');
const net = require('net');

// All of it is loaded and used once before.
const server = http.createServer((req, res) => {
  res.setHeader('A', ['b', 'c']);
  req.resume();
  req.on('end', () => {
    res.write('1');
    res.end('2');
  });
});
const echo = net.createServer((socket) => socket.on('data', (data) => socket.end(data)));

function request(callback) {
  const options = { host: '127.0.0.1', port: server.address().port, method: 'POST' };
  const req = http.request(options, (res) => {
    let body = '';
    res.on('data', (chunk) => { body += chunk; });
    res.on('end', () => {
      assert.strictEqual(body, '12');
      assert.strictEqual(res.headers.a, 'b, c');
      const socket = net.connect(echo.address().port, '127.0.0.1');
      socket.on('data', (data) => assert.strictEqual(`${data}`, 'echo'));
      socket.on('close', callback);
      socket.write('echo');
    });
  });
  req.end('body');
}

function broken() { throw new Error('a built-in called what the program has replaced'); }
const REPLACED = [
  [Array.prototype, ['push', 'pop', 'shift', 'unshift', 'splice', 'slice', 'indexOf', 'includes',
                     'map', 'forEach', 'every', 'some', 'join', 'concat']],
  [String.prototype, ['slice', 'split', 'indexOf', 'startsWith', 'toLowerCase', 'toUpperCase',
                      'includes', 'trim']],
  [Map.prototype, ['get', 'set', 'has', 'delete']], [Set.prototype, ['has', 'add', 'delete']],
  [RegExp.prototype, ['exec', 'test']], [Number.prototype, ['toString']],
  [Function.prototype, ['apply', 'bind']], [Date.prototype, ['toUTCString']],
  [Math, ['max', 'min', 'floor']], [Number, ['isInteger', 'isNaN', 'isFinite']],
  [Object, ['keys', 'assign', 'create', 'defineProperty', 'hasOwn', 'values', 'entries']],
  [Reflect, ['apply', 'construct', 'ownKeys']], [Array, ['isArray', 'from']], [Date, ['now']],
  [globalThis, ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'URL']],
];

server.listen(0, () => echo.listen(0, () => request(() => {
  const saved = [];
  for (let i = 0; i < REPLACED.length; i++) {
    const object = REPLACED[i][0], names = REPLACED[i][1];
    for (let at = 0; at < names.length; at++) {
      saved[saved.length] = { object, name: names[at], value: object[names[at]] };
      object[names[at]] = broken;
    }
  }
  request(() => {
    for (let i = 0; i < saved.length; i++)
      saved[i].object[saved[i].name] = saved[i].value;
    server.close();
    echo.close();
  });
})));
