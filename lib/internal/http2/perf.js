'use strict';
// Entries of the type http2 for PerformanceObserver: one per session and per stream, when it ends.
// Sessions and streams that were made while no observer wanted the type have none.

const { MathMax, NumberIsNaN } = primordials;
const { now, report } = require('internal/perf/observed');

const NEVER = NaN;
const since = (start, time) => (NumberIsNaN(time) ? 0 : time - start);

class SessionTimes {
  constructor() {
    this.start = now();
    this.pingRTT = 0;      // of the last ping, in nanoseconds
    this.openStreams = 0;
    this.maxStreams = 0;
    this.endedStreams = 0;
    this.streamTime = 0;   // of all streams that have ended
    this.framesReceived = 0;
    this.framesSent = 0;
    this.bytesRead = 0;
    this.bytesWritten = 0;
  }

  // The numbers of C, before it forgets the session.
  keep(core, state) {
    this.bytesRead = core.bytesRead;
    this.bytesWritten = core.bytesWritten;
    this.framesReceived = state[9];
    this.framesSent = state[10];
  }

  report(type, streamCount) {
    report('Http2Session', 'http2', this.start, {
      bytesWritten: this.bytesWritten,
      bytesRead: this.bytesRead,
      framesReceived: this.framesReceived,
      framesSent: this.framesSent,
      maxConcurrentStreams: this.maxStreams,
      pingRTT: this.pingRTT,
      streamAverageDuration: this.endedStreams === 0 ? 0 : this.streamTime / this.endedStreams,
      streamCount,
      type,
    });
  }
}

class StreamTimes {
  constructor(session) {
    this.session = session; // its times, or null
    this.start = now();
    this.firstHeader = NEVER;
    this.firstByte = NEVER;
    this.firstByteSent = NEVER;
    this.bytesRead = 0;
    this.bytesWritten = 0;
    if (session !== null)
      session.maxStreams = MathMax(session.maxStreams, ++session.openStreams);
  }

  headers() {
    if (NumberIsNaN(this.firstHeader))
      this.firstHeader = now();
  }

  received(length) {
    if (NumberIsNaN(this.firstByte))
      this.firstByte = now();
    this.bytesRead += length;
  }

  sent() {
    if (NumberIsNaN(this.firstByteSent))
      this.firstByteSent = now();
  }

  report(id) {
    const { session, start } = this;
    if (session !== null) {
      session.openStreams--;
      session.endedStreams++;
      session.streamTime += now() - start;
    }
    report('Http2Stream', 'http2', start, {
      bytesRead: this.bytesRead,
      bytesWritten: this.bytesWritten,
      id,
      timeToFirstByte: since(start, this.firstByte),
      timeToFirstByteSent: since(start, this.firstByteSent),
      timeToFirstHeader: since(start, this.firstHeader),
    });
  }
}

module.exports = { SessionTimes, StreamTimes };
