'use strict';
// cancel() fails the queries of its resolver with ECANCELLED, later, and those of no other. A
// callback may start a query and cancel again.
const assert = require('assert');
const dns = require('dns');
const { answer, record, serve, u8 } = require('./fixtures/server.js');

const order = [];
serve((query, send) => {
  if (query.name === 'slow.test')
    setImmediate(send, answer(query, [record(1, u8(1, 1, 1, 1))]));
}, (address, close) => {
  const [one, two] = [new dns.Resolver(), new dns.Resolver()];
  one.setServers([address]);
  two.setServers([address]);
  one.resolve4('a.test', (err) => {
    order.push(`a ${err.code}`);
    one.resolve4('c.test', (again) => {
      order.push(`c ${again.code}`);
      two.resolve4('slow.test', (failure, found) => {
        order.push(`slow ${found}`);
        assert.deepStrictEqual(order, ['cancelled', 'a ECANCELLED', 'b ECANCELLED', 'c ECANCELLED',
                                       'slow 1.1.1.1']);
        close();
      });
    });
    one.cancel();
  });
  one.resolveTxt('b.test', (err) => order.push(`b ${err.code}`));
  one.cancel();
  order.push('cancelled');
});
