'use strict';
// An answer that has only records of other types: the list is empty, or the query fails, by its
// type.
const assert = require('assert');
const dns = require('dns');
const { answer, name, record, serve, string, u8 } = require('./fixtures/server.js');

const other = (type) => (type === 16 ? record(1, u8(1, 2, 3, 4)) : record(16, string('text')));
const ANSWERS = {
  'other.test': (type) => [other(type)],
  'alias.test': () => [record(5, name('b.test'))],
  'nothing.test': () => [],
};
// Method, and what it gives for other.test and alias.test.
const QUERIES = [
  ['resolve4', 'ENODATA', []], ['resolve6', 'ENODATA', []], ['resolveMx', [], []],
  ['resolveSrv', [], []], ['resolveCaa', [], []], ['resolveNaptr', [], []], ['resolveTlsa', [], []],
  ['resolveTxt', [], []], ['resolveNs', 'ENODATA', 'ENODATA'], ['resolvePtr', 'ENODATA', 'ENODATA'],
  ['resolveCname', 'ENODATA', ['b.test']], ['resolveSoa', 'EBADRESP', 'EBADRESP'],
];

serve((query, send) => send(answer(query, ANSWERS[query.name](query.type))),
      async (address, close) => {
        const resolver = new dns.promises.Resolver({ tries: 1 });
        resolver.setServers([address]);
        const ask = (method, host) => resolver[method](host).catch(({ code }) => code);
        for (const [method, forOther, forAlias] of QUERIES) {
          assert.deepStrictEqual(await ask(method, 'other.test'), forOther, method);
          assert.deepStrictEqual(await ask(method, 'alias.test'), forAlias, method);
          assert.strictEqual(await ask(method, 'nothing.test'), 'ENODATA', method);
        }
        close();
      });
