// fs.stat of one file, 1 in flight.
const { measureInFlight } = require('./lib.cjs');
const fs = require('fs');
measureInFlight(20000, 1, (done) => fs.stat(__filename, done));
