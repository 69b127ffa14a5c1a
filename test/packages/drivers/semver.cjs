// Ranges, 20,000 comparisons
const semver = require('semver');
console.log(semver.satisfies('1.2.3', '^1.0.0 || >=3 <4'), semver.inc('1.2.3-beta.1', 'prerelease'), semver.coerce('v3.4 things').version);
const list = Array.from({ length: 2000 }, (_, i) => `${i % 7}.${i % 13}.${i % 29}${i % 3 ? '' : '-rc.' + i}`);
console.log(semver.sort(list).slice(0, 5), semver.maxSatisfying(list, '~3.5'), semver.minVersion('>1.2 <3').version);
console.log(new semver.Range('1.x - 2.3').range, semver.valid('not a version'), semver.diff('1.2.3', '2.0.0-a'));
