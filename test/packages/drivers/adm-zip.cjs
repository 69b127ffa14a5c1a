// Zip files; yazl, yauzl
const AdmZip = require('adm-zip');
const z = new AdmZip();
z.addFile('a/b.txt', Buffer.from('hello'));
console.log(new AdmZip(z.toBuffer()).getEntries().map((e) => [e.entryName, e.getData().toString()]));
const yazl = require('yazl'), yauzl = require('yauzl'), chunks = [];
const f = new yazl.ZipFile();
f.addBuffer(Buffer.from('data'.repeat(100)), 'x.txt', { mtime: new Date(0) });
f.end();
f.outputStream.on('data', (d) => chunks.push(d)).on('end', () => yauzl.fromBuffer(Buffer.concat(chunks), (e, zip) => zip.on('entry', (en) => zip.openReadStream(en, (e2, s) => { let n = 0; s.on('data', (d) => { n += d.length; }).on('end', () => console.log(en.fileName, n)); }))));
