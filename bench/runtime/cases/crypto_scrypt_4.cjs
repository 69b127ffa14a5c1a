// scrypt with its usual cost, four at a time.
const { scrypt } = require('node:crypto');
const { measureInFlight } = require('./lib.cjs');
measureInFlight(8, 4, (done) => scrypt('password', 'salt', 64, done));
