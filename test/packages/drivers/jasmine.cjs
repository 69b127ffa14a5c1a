// Passing and failing specs
const Jasmine = require('jasmine');
require('fs').writeFileSync('s.js', "describe('d', () => { it('ok', () => expect(1).toBe(1)); it('bad', () => expect([1]).toEqual([2])); it('async', async () => { await 1; }); });");
const j = new Jasmine({ projectBaseDir: process.cwd() });
j.exitOnCompletion = false;
j.loadConfig({ spec_files: ['s.js'], random: false });
j.randomizeTests(false);
j.clearReporters();
j.addReporter({ specDone: (r) => console.log(r.fullName, r.status, r.failedExpectations.map((f) => f.message)), jasmineDone: (r) => console.log(r.overallStatus) });
j.execute();
