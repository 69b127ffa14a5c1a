// Failures and their texts
import { expect, assert } from 'chai';
for (const f of [() => expect([1, 2]).to.include(3), () => expect({ a: { b: 1 } }).to.deep.equal({ a: { b: 2 } }), () => assert.throws(() => {}, /x/), () => expect('abc').to.have.lengthOf(2), () => expect(null).to.exist, () => expect(() => { throw new TypeError('q'); }).to.throw(RangeError)]) {
  try { f(); console.log('passed'); } catch (e) { console.log(e.name, e.message); }
}
