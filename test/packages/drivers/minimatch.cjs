// minimatch, picomatch, ignore
const { minimatch, braceExpand } = require('minimatch');
console.log(minimatch('a/b/c.js', '**/*.{js,ts}'), braceExpand('a{1..3}{x,y}'), require('picomatch')('*.!(md)')('a.txt'), require('ignore')().add(['*.log', '!x.log']).filter(['a.log', 'x.log', 'b']));
