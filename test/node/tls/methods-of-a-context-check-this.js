'use strict';
// A method of a native context that is called on another object throws a TypeError.
const assert = require('assert');
const tls = require('tls');

const { context } = tls.createSecureContext();
const names = ['setOptions', 'addCACert', 'addRootCerts', 'getCertificate', 'getIssuer',
               'getTicketKeys', 'setTicketKeys'];
for (const name of names) {
  const other = { [name]: context[name] };
  assert.throws(() => other[name](), { name: 'TypeError', message: 'Illegal invocation' }, name);
}
