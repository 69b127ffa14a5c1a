'use strict';
// Transfer of web streams: a stream is piped into a port, and a new stream reads from the other end
// of the channel, or the reverse. Messages are the standard's: an object with `value` and `type`,
// which is 'chunk', 'pull', 'close' or 'error'. As in Node, a stream keeps no thread alive.

const { PromiseWithResolvers, Promise } = primordials;
const { handled } = require('internal/webstreams/util');
const { lazyDOMException } = require('internal/util');

const streams = () => require('stream/web');

function readableFrom(port) {
  const { ReadableStream } = streams();
  return new ReadableStream({
    __proto__: null,
    start(controller) {
      port.on('message', ({ type, value }) => {
        if (type === 'chunk')
          controller.enqueue(value);
        else if (type === 'close')
          controller.close();
        else
          controller.error(value);
        if (type !== 'chunk')
          port.close();
      });
      port.unref();
    },
    pull() { port.postMessage({ type: 'pull' }); },
    cancel(reason) {
      send(port, 'error', reason);
      port.close();
    },
  }, { __proto__: null, highWaterMark: 0 });
}

function writableTo(port) {
  const { WritableStream } = streams();
  let ready = PromiseWithResolvers.call(Promise);
  return new WritableStream({
    __proto__: null,
    start(controller) {
      port.on('message', ({ type, value }) => {
        if (type === 'error') {
          controller.error(value);
          port.close();
        }
        ready.resolve();
      });
      port.on('close', () => ready.resolve());
      port.unref();
    },
    async write(chunk) {
      await ready.promise;
      ready = PromiseWithResolvers.call(Promise);
      port.postMessage({ type: 'chunk', value: chunk });
    },
    close() {
      port.postMessage({ type: 'close' });
      port.close();
    },
    abort(reason) {
      send(port, 'error', reason);
      port.close();
    },
  });
}

// If the reason cannot be cloned, the error of cloning it is sent instead.
function send(port, type, value) {
  try {
    port.postMessage({ type, value });
  } catch (error) {
    port.postMessage({ type: 'error', value: error });
  }
}

function channel() {
  const { MessageChannel } = require('internal/messaging/port');
  return new MessageChannel();
}

function refuseLocked(stream, name) {
  if (stream.locked)
    throw lazyDOMException(`Cannot transfer a locked ${name}`, 'DataCloneError');
}

// Each returns the port for the successor. A stream may have been locked by the transfer of another
// one, such as that of the transform stream that it belongs to.
function leaveReadable(stream) {
  refuseLocked(stream, 'ReadableStream');
  const { port1, port2 } = channel();
  handled(stream.pipeTo(writableTo(port1)));
  return port2;
}

function leaveWritable(stream) {
  refuseLocked(stream, 'WritableStream');
  const { port1, port2 } = channel();
  handled(readableFrom(port1).pipeTo(stream));
  return port2;
}

const arriveReadable = (data, ports) => readableFrom(ports[0]);
const arriveWritable = (data, ports) => writableTo(ports[0]);

module.exports = {
  arriveReadable, arriveWritable, leaveReadable, leaveWritable, refuseLocked,
};
