// Fake timers, spies
const sinon = require('sinon');
const clock = sinon.useFakeTimers({ now: 1000 });
const spy = sinon.spy();
setTimeout(spy, 500, 'a');
setInterval(spy, 300);
clock.tick(1000);
console.log(spy.callCount, spy.firstCall.args, Date.now(), spy.args);
clock.restore();
const object = { f: (x) => x + 1 };
const stub = sinon.stub(object, 'f').onFirstCall().returns(7).callThrough();
console.log(object.f(1), object.f(1), stub.calledTwice);
try { sinon.assert.calledWith(stub, 5); } catch (e) { console.log(e.name); }
