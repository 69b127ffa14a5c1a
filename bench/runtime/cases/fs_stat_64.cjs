// fs.stat of one file, 64 in flight.
const { measureInFlight } = require('./lib.cjs');
const fs = require('fs');
measureInFlight(20000, 64, (done) => fs.stat(__filename, done));
