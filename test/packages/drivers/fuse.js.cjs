// Fuzzy search; lunr
const Fuse = require('fuse.js');
console.log(new (Fuse.default || Fuse)([{ t: 'old man' }, { t: 'new town' }, { t: 'gold mine' }], { keys: ['t'], includeScore: true }).search('old mn').map((r) => [r.item.t, r.score.toFixed(4)]));
const idx = require('lunr')(function () { this.ref('id'); this.field('t'); this.add({ id: 1, t: 'running dogs' }); this.add({ id: 2, t: 'a cat' }); });
console.log(idx.search('run').map((r) => r.ref), idx.search('c*').map((r) => r.ref));
