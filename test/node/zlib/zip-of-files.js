'use strict';
// zipFiles() archives files, folders and links, refuses what is no file, and closes what it opened.
// flags: --no-warnings
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const zlib = require('zlib');
const { execFileSync } = require('child_process');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-zip-'));
const at = (name) => path.join(folder, name);
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
fs.writeFileSync(at('a'), 'content', { mode: 0o640 });
fs.symlinkSync('a', at('link'));
execFileSync('mkfifo', [at('pipe')]);

// How many files of the folder are open.
function openFiles() {
  return fs.readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return fs.readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}

async function archiveOf(files, options) {
  const parts = [];
  for await (const part of zlib.zipFiles(files, options))
    parts.push(part);
  return new zlib.ZipBuffer(Buffer.concat(parts));
}

async function main() {
  const zip = await archiveOf([[at('a'), 'a'], [folder, 'dir'], [at('link'), 'link']]);
  assert.deepStrictEqual([...zip.keys()], ['a', 'dir/', 'link']);
  assert.strictEqual(zip.get('link').contentSync().toString(), 'content');
  assert.strictEqual(zip.get('a').mode, 0o640);

  const links = await archiveOf(new Map([[at('link'), 'link']]), { followSymlinks: false });
  assert.strictEqual(links.get('link').isSymlink, true);
  assert.strictEqual(links.get('link').contentSync().toString(), 'a');

  await assert.rejects(archiveOf([[at('pipe'), 'pipe']]), { code: 'ERR_ZIP_UNSUPPORTED_FEATURE' });
  await assert.rejects(archiveOf([[at('none'), 'none']]), { code: 'ENOENT' });

  // An archive that is not read to its end closes the files of its entries.
  const sources = [fs.createReadStream(at('a')), fs.createReadStream(at('a'))];
  const closed = sources.map((source) => new Promise((resolve) => source.on('close', resolve)));
  zlib.createZipArchive(sources.map((source, i) => zlib.ZipEntry.createStream(`${i}`, source)))
    .destroy();
  await Promise.all(closed);
  assert.strictEqual(openFiles(), 0);
}

main();
