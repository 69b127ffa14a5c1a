'use strict';
// In a worker: the handle of a net.Server whose socket is in the primary. child.js passes
// connections to it by onconnection().

const { SafeWeakMap } = primordials;
const { setOwnProperty } = require('internal/util');
const { clearInterval, setInterval } = require('timers');

const NEVER = 0x7fffffff; // the longest delay there is
const nop = () => {};
const handles = new SafeWeakMap(); // from timer to handle

class RemoteHandle {
  owner = null;
  onconnection = nop;
  #onClose;
  #sockname;
  #timer;     // what keeps the process alive

  // onClose(callback) is called once.
  constructor(sockname, onClose) {
    this.#sockname = sockname;
    this.#onClose = onClose;
    this.#timer = setInterval(nop, NEVER);
    handles.set(this.#timer, this);
    if (!sockname)
      setOwnProperty(this, 'getsockname', undefined); // of a unix socket
  }

  listen() { return 0; }
  ref() { this.#timer?.ref(); }
  unref() { this.#timer?.unref(); }
  hasRef() { return this.#timer?.hasRef() ?? false; }

  getsockname(out) {
    const { address, family, port } = this.#sockname;
    setOwnProperty(out, 'address', address);
    setOwnProperty(out, 'family', family);
    setOwnProperty(out, 'port', port);
    return 0;
  }

  close(callback) {
    if (this.#timer === null)
      return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#onClose(callback);
  }

  // For `gyre why`.
  get name() {
    if (!this.#sockname)
      return this.owner?._pipeName ?? '';
    const { address, family, port } = this.#sockname;
    return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
  }
}

// The handle that a timer keeps alive, or undefined.
const handleOf = (timer) => handles.get(timer);

module.exports = { RemoteHandle, handleOf };
