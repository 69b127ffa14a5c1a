'use strict';
// A server that sends pings and reads nothing makes the client hold one answer, not all of them:
// the last ping is answered, those before it need not be.
// differs from Node: Node answers each of them, however long the answers wait
const assert = require('assert');
const { serve } = require('./fixtures/server.js');

const PINGS = 200000;
const ping = Buffer.alloc(127, 'x');
ping[0] = 0x89;
ping[1] = 125;
let resume;
const block = Buffer.concat(new Array(1000).fill(ping));

serve((peer) => {
  peer.socket.pause();
  let pongs = 0;
  peer.onFrame = (opcode, payload) => {
    if (opcode !== 10)
      return;
    pongs++;
    if (payload.toString() === 'last') {
      assert.ok(pongs < PINGS, `${pongs} answers`);
      peer.close(1000);
    }
  };
  for (let i = 0; i < PINGS; i += 1000)
    peer.socket.write(block);
  peer.send(9, 'last');
  peer.send(1, 'all sent');
  resume = () => peer.socket.resume();
}, (url) => new Promise((resolve) => {
  const socket = new WebSocket(url);
  socket.onmessage = () => resume(); // all pings have been read
  socket.onclose = ({ code }) => {
    assert.strictEqual(code, 1000);
    resolve();
  };
}));
