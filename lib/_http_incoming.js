'use strict';
// The old name of a part of http.
const { IncomingMessage } = require('internal/http/incoming');
module.exports = {
  IncomingMessage,
  readStart(socket) { if (socket && !socket._paused && socket.readable) socket.resume(); },
  readStop(socket) { socket?.pause(); },
};
