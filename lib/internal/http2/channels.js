'use strict';
// Publishes streams to diagnostics_channel. `stream._channels` are the channels of its side: client
// or server.

const { channel } = require('diagnostics_channel');

const channelsOf = (side) => ({
  __proto__: null,
  created: channel(`http2.${side}.stream.created`),
  start: channel(`http2.${side}.stream.start`),
  error: channel(`http2.${side}.stream.error`),
  finish: channel(`http2.${side}.stream.finish`),
  close: channel(`http2.${side}.stream.close`),
});

const client = channelsOf('client');
const server = channelsOf('server');
client.bodyChunkSent = channel('http2.client.stream.bodyChunkSent');
client.bodySent = channel('http2.client.stream.bodySent');

module.exports = { client, server };
