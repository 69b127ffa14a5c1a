// cSHAKE, KMAC, TurboSHAKE and KangarooTwelve: samples of SP 800-185 and RFC 9861, around the ends
// of blocks and chunks, and lengths that are not of whole bytes.
'use strict';
const assert = require('assert');
const { subtle } = globalThis.crypto;

process.removeAllListeners('warning'); // the algorithms are experimental
const hex = (bytes) => Buffer.from(bytes).toString('hex');
const pattern = (length) => Uint8Array.from({ length }, (_, i) => i % 251);

const KANGAROO = [
  ['KT128', 0, '1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e5'],
  ['KT128', 8191, '1b577636f723643e990cc7d6a659837436fd6a103626600eb8301cd1dbe553d6'],
  ['KT128', 8192, '48f256f6772f9edfb6a8b661ec92dc93b95ebd05a08a17b39ae3490870c926c3'],
  ['KT128', 8193, 'bb66fe72eaea5179418d5295ee1344854d8ad7f3fa17efcb467ec152341284cf'],
  ['KT128', 83521, '8701045e22205345ff4dda05555cbb5c3af1a771c2b89baef37db43d9998b9fe'],
  ['KT256', 8192, 'c6ee8e2ad3200c018ac87aaa031cdac22121b412d07dc6e0dccbb53423747e9a'],
  ['KT256', 83521, 'b06275d284cd1cf205bcbe57dccd3ec1ff6686e3ed15776383e1f2fa3c6ac8f0'],
  ['TurboSHAKE128', 4913, 'd4976eb56bcf118520582b709f73e1d6853e001fdaf80e1b13e0d0599d5fb372'],
  ['TurboSHAKE256', 4913, 'c74ebc919a5b3b0dd1228185ba02d29ef442d69d3d4276a93efe0bf9a16a7dc0'],
];
const DOMAINS = [
  ['TurboSHAKE256', 136, 6, '2c00f80a86223caaaf1d4379a07b2068b6fc3d2a368051989fd8b662196d4be9'],
  ['TurboSHAKE128', 168, 11, 'c99620f8b719608f2d6bde5cd1a10d5deaabdc53193048ef4ec02c00894bdf6d'],
];
const CSHAKE = [
  ['cSHAKE128', 256, '', 'Email Signature',
   'c5221d50e4f822d96a2e8881a961420f294b7b24fe3d2094baed2c6524cc166b'],
  ['cSHAKE256', 512, 'KMAC', 'x',
   'f6f19b7c3ebab5cac7dc1b899d351f25d7e19296af369d5beeb38c24e592908d' +
   '6d4bc860f316713de79ca8ced1ec2f679b6f436ceb8fe29990a1adb50e2f0972'],
  ['cSHAKE256', 255, '', '', '4ee1ca03272b05d3bfb1e1c79a967f823b9fc5e4bb3987b1ba9e9cb5afb07a5e'],
  ['cSHAKE256', 0, '', '', ''],
];
const KMAC = [
  ['KMAC128', 32, 256, '', '8b14a7d31295362cba735ce50555d897c1c01f9ad20be71a2e3efec0b56f836a'],
  ['KMAC128', 32, 256, 'My Tagged Application',
   'aea47454acae265423b2e64826920de1330d4feab8c3f690e80be10b00be989c'],
  ['KMAC256', 200, 521, 'c', '2c60a9e0e648fae243545648c261a84891f37d1bbfcb2370c7a9211f49b95fa9' +
   '822e7c300408109bf6b139ca30cd5d8c71ba33f96213595c38cdb8b64d4c7cb19c00'],
  ['KMAC256', 0, 8, '', '46'],
];

async function digests() {
  for (const [name, size, expected] of KANGAROO)
    assert.strictEqual(
      hex(await subtle.digest({ name, outputLength: 256 }, pattern(size))), expected, name);
  for (const [name, size, domainSeparation, expected] of DOMAINS) {
    const algorithm = { name, outputLength: 256, domainSeparation };
    assert.strictEqual(hex(await subtle.digest(algorithm, pattern(size))), expected);
  }
  for (const [name, outputLength, functionName, customization, expected] of CSHAKE) {
    const algorithm = {
      name, outputLength, functionName: Buffer.from(functionName),
      customization: Buffer.from(customization),
    };
    assert.strictEqual(hex(await subtle.digest(algorithm, pattern(200))), expected, name);
  }
}

async function codes() {
  for (const [name, size, outputLength, customization, expected] of KMAC) {
    const key = await subtle.importKey('raw-secret', pattern(size), name, true,
                                       ['sign', 'verify']);
    const algorithm = { name, outputLength, customization: Buffer.from(customization) };
    const code = await subtle.sign(algorithm, key, pattern(300));
    assert.strictEqual(hex(code), expected);
    assert.strictEqual(await subtle.verify(algorithm, key, code, pattern(300)), true);
    assert.strictEqual(await subtle.verify(algorithm, key, code, pattern(299)), false);
    const jwk = await subtle.exportKey('jwk', key);
    assert.strictEqual(jwk.alg, `K${name.slice(4)}`);
  }
  // Of a key whose length is not of whole bytes the other bits are dropped.
  const key = await subtle.importKey('raw-secret', new Uint8Array([255, 255]),
                                     { name: 'KMAC128', length: 9 }, true, ['sign']);
  assert.strictEqual(hex(await subtle.exportKey('raw-secret', key)), 'ff80');
  assert.strictEqual(key.algorithm.length, 9);
  await assert.rejects(
    subtle.sign({ name: 'KMAC128', outputLength: 8, customization: Buffer.alloc(513) }, key,
                pattern(1)), { name: 'OperationError' });
}

async function refusals() {
  for (const [algorithm, message] of [
    [{ name: 'TurboSHAKE128', outputLength: 7 }, 'Invalid TurboShakeParams outputLength'],
    [{ name: 'KT256', outputLength: 0 }, 'Invalid KangarooTwelveParams outputLength'],
    [{ name: 'cSHAKE128', outputLength: 2 ** 32 - 1 }, 'Invalid CShakeParams outputLength'],
    [{ name: 'TurboSHAKE128', outputLength: 8, domainSeparation: 0x80 },
     'TurboShakeParams.domainSeparation must be in range 0x01-0x7f'],
    [{ name: 'KT128', outputLength: 8, customization: Buffer.alloc(513) },
     'KangarooTwelveParams.customization must be at most 512 bytes'],
  ])
    await assert.rejects(subtle.digest(algorithm, pattern(1)), { name: 'OperationError', message });
}

digests().then(codes).then(refusals);
