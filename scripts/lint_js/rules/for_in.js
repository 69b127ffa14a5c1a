'use strict';
// for-in: it also visits what a program put on Object.prototype.

function check(source, report) {
  for (const node of source.nodes('ForInStatement'))
    report(node, 'for…in visits inherited properties: loop over ObjectKeys() by index');
}

module.exports = { name: 'for-in', group: 'lib', check };
