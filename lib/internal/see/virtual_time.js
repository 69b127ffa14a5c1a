'use strict';
// --virtual-time: when nothing is ready, the loop's clock jumps to the next timer
// (src/loop/virtual.c), and Date follows it. The order of callbacks does not change.

const { virtualTime } = internalBinding('see');
const { now: sinceStart } = internalBinding('process');
const {
  Date, DatePrototypeToString, MathFloor, ObjectDefineProperty, Proxy, ReflectConstruct,
} = primordials;

function start() {
  const NativeDate = Date;
  const origin = NativeDate.now() - sinceStart();
  const now = () => MathFloor(origin + sinceStart());
  const VirtualDate = new Proxy(NativeDate, {
    __proto__: null,
    construct: (target, args, newTarget) =>
      ReflectConstruct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => DatePrototypeToString.call(new NativeDate(now())),
  });

  const put = (object, name, value) =>
    ObjectDefineProperty(object, name,
                         { __proto__: null, value, writable: true, configurable: true });
  put(NativeDate, 'now', now);
  put(NativeDate.prototype, 'constructor', VirtualDate);
  put(globalThis, 'Date', VirtualDate);
  // Built-ins that are loaded from now on.
  primordials.DateNow = now;
  primordials.Date = VirtualDate;
  virtualTime();
}

module.exports = { start };
