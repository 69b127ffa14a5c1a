// fs.readFile of a small file as a Buffer, 64 in flight.
const { measureInFlight } = require('./lib.cjs');
const fs = require('fs');
measureInFlight(10000, 64, (done) => fs.readFile(__filename, done));
