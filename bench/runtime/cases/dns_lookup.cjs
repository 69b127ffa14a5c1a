// dns.lookup() of localhost, eight at a time.
const { measureInFlight } = require('./lib.cjs');
const dns = require('dns');
measureInFlight(4000, 8, (done) => dns.lookup('localhost', done));
