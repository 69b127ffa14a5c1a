'use strict';
// Starts --metrics-port and --otlp. The side thread serves and sends the metrics
// (src/runtime/see/metrics.c), also while the loop is blocked.

const { serveMetrics, sendMetrics } = internalBinding('see');
const { rawDebug, reallyExit } = internalBinding('process');

const { UV_EINVAL } = internalBinding('uv');

function fail(what, err) {
  const { errname } = internalBinding('uv');
  rawDebug(`gyre: ${what}: ${errname(err)}\n`);
  reallyExit(9);
}

function start(port, collector) {
  if (port !== undefined) {
    if (port < 0 || port > 65535)
      fail(`--metrics-port takes a port from 0 to 65535, not ${port}`, UV_EINVAL);
    const actual = serveMetrics(port);
    if (actual < 0)
      fail(`cannot serve metrics on port ${port}`, actual);
    rawDebug(`gyre: metrics at http://127.0.0.1:${actual}/metrics\n`);
  }
  if (collector !== undefined) {
    const err = sendMetrics(collector);
    if (err < 0)
      fail(`--otlp takes an address like http://127.0.0.1:4318, not ${collector}`, err);
  }
}

module.exports = { start };
