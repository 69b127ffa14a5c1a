// A ZIP and a TAR of texts and streams, read back by yauzl and tar
import fs from 'fs';
import { Readable } from 'stream';
import { pipeline } from 'stream/promises';
import * as archiver from 'archiver';
import * as tar from 'tar';
import yauzl from 'yauzl';
async function pack(archive, name) {
  archive.append('hello '.repeat(1000), { name: 'a.txt', date: new Date(1e12) });
  archive.append(Readable.from([Buffer.from('one'), Buffer.from('two')]), { name: 'd/b.txt', date: new Date(1e12) });
  archive.finalize();
  await pipeline(archive, fs.createWriteStream(name));
}
await pack(new archiver.ZipArchive(), 'x.zip');
await pack(new archiver.TarArchive(), 'x.tar');
await tar.t({ file: 'x.tar', onReadEntry: (entry) => console.log(entry.path, entry.size) });
yauzl.open('x.zip', { lazyEntries: true }, (error, zip) => {
  zip.on('entry', (entry) => {
    console.log(entry.fileName, entry.compressedSize, entry.uncompressedSize, entry.crc32);
    zip.readEntry();
  });
  zip.readEntry();
});
