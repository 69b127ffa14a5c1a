'use strict';
// FormData: entries, multipart bodies out and in, urlencoded ones; what is malformed is refused.
const assert = require('assert');

let isDone = false;
(async () => {
  const form = new FormData();
  form.append('a', 'one\ntwo');
  form.append('a', 5);
  form.append('f "', new Blob(['bytes\0'], { type: 'x/y' }), 'na"me.txt');
  form.set('gone', 'x');
  form.delete('gone');
  assert.deepStrictEqual(form.getAll('a'), ['one\ntwo', '5']);
  assert.ok(form.get('f "') instanceof File);
  const response = new Response(form);
  const type = response.headers.get('content-type');
  assert.match(type, /^multipart\/form-data; boundary=/);
  const read = await response.formData();
  assert.deepStrictEqual(read.getAll('a'), ['one\r\ntwo', '5']);
  const file = read.get('f "');
  assert.deepStrictEqual([file.name, file.type, await file.text()],
                         ['na"me.txt', 'x/y', 'bytes\0']);
  const encoded = await new Response('a=1&b=%20&a=2', {
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
  }).formData();
  assert.deepStrictEqual([...encoded], [['a', '1'], ['b', ' '], ['a', '2']]);

  const parse = (text, boundary = 'b') => new Response(text, {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }).formData();
  assert.strictEqual((await parse('--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n\r\n' +
    '--b--')).get('x'), '');
  assert.deepStrictEqual([...await parse('--b--\r\n')], []);
  for (const bad of [
    '', 'no', '--b', '--b\r\n', '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\nv',
    '--b\r\nContent-Disposition: form-data\r\n\r\nv\r\n--b--',
    '--b\r\nbad line\r\n\r\nv\r\n--b--',
    `--b\r\nX: ${'y'.repeat(20000)}\r\n\r\nv\r\n--b--`,
    '--b\r\nContent-Disposition: form-data; name="x\r\n\r\nv\r\n--b--',
  ])
    await assert.rejects(parse(bad), TypeError, bad.slice(0, 40));
  await assert.rejects(parse('--b--', 'c'), TypeError);
  await assert.rejects(new Response('x').formData(), TypeError);
  await assert.rejects(new Response('x').json(), SyntaxError);
  isDone = true;
})();
process.on('exit', () => assert.ok(isDone));
