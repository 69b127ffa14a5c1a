// A file
require('fs').writeFileSync('.env', 'A=1\nB="two\\nlines"\n# no\nexport C=\'x y\'\nD=${A}\nE= spaced # comment\n');
const { parsed } = require('dotenv').config({ quiet: true });
console.log(parsed, process.env.C);
