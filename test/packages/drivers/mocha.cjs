// Passing, failing, late, skipped tests
const Mocha = require('mocha');
require('fs').writeFileSync('t.js', "const a = require('assert'); describe('d', () => { it('ok', () => {}); it('bad', () => { a.strictEqual(1, 2); }); it('late', (done) => setTimeout(done, 2)); it.skip('skip'); it('rejects', async () => { throw new Error('r'); }); });");
const mocha = new Mocha({ reporter: function (runner) { runner.on('pass', (t) => console.log('pass', t.fullTitle())).on('fail', (t, e) => console.log('fail', t.fullTitle(), e.message)).on('pending', (t) => console.log('pending', t.title)); } });
mocha.addFile(require('path').resolve('t.js'));
mocha.run((failures) => console.log('failures', failures));
