'use strict';
// --virtual-time: when nothing is ready the loop's clock jumps to the next timer
// (src/loop/virtual.c), and Date goes with it. What never waits is as it was: the order of
// callbacks is the loop's.

const { virtualTime } = internalBinding('see');
const { now: sinceStart } = internalBinding('process');
const { defineProperty } = Object;
const { construct } = Reflect;

function start() {
  const NativeDate = Date;
  const origin = NativeDate.now() - sinceStart();
  const now = () => Math.floor(origin + sinceStart());
  const VirtualDate = new Proxy(NativeDate, {
    construct: (target, args, newTarget) =>
      construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new NativeDate(now()).toString(),
  });

  const put = (object, name, value) =>
    defineProperty(object, name, { __proto__: null, value, writable: true, configurable: true });
  put(NativeDate, 'now', now);
  put(NativeDate.prototype, 'constructor', VirtualDate);
  put(globalThis, 'Date', VirtualDate);
  virtualTime();
}

module.exports = { start };
