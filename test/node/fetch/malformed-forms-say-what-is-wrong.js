'use strict';
// The cause of a form that cannot be read; unquoted and extended parameters, text before the first
// boundary and base64 are read.
const assert = require('assert');

const LINE = '\r\n';
const formData = (body, type = 'multipart/form-data; boundary=x') =>
  new Response(body, { headers: { 'content-type': type } }).formData();
const part = (head, body) => ['--x', ...head, '', body, '--x--', ''].join(LINE);
const disposition = (text) => `Content-Disposition: ${text}`;
const fails = (promise, cause) => assert.rejects(promise, (error) => {
  assert.strictEqual(error.message, 'Failed to parse body as FormData.');
  assert.strictEqual(error.cause.message, cause);
  return true;
});

async function main() {
  await fails(formData('nope', 'multipart/form-data'), 'missing boundary in content-type header');
  await fails(formData('nope'), 'no boundary found in multipart body');
  await fails(formData(part([disposition('form-data')], 'v')),
              'name attribute is required in content-disposition header');
  await fails(formData(part([disposition('attachment; name="a"')], 'v')),
              'expected form-data for content-disposition header');
  await fails(formData(`--x${LINE}${disposition('form-data; name="a"')}${LINE}${LINE}v`),
              'expected boundary after body');

  const plain =
    await formData(`before${LINE}${part([disposition('form-data; name=a')], 'v')}after`);
  assert.deepStrictEqual([...plain], [['a', 'v']]);
  const file = (await formData(part([
    disposition("form-data; name=\"f\"; filename=\"b\"; filename*=UTF-8''%e2%82%ac.t"),
    'Content-Transfer-Encoding: base64'], 'YWI='))).get('f');
  assert.deepStrictEqual([file.name, file.type, await file.text()], ['€.t', 'text/plain', 'ab']);

  const typeOf = async (type) =>
    (await new Response('a', { headers: { 'content-type': type } }).blob()).type;
  assert.strictEqual(await typeOf('multipart/form-data; boundary="x"'),
                     'multipart/form-data;boundary=x');
  assert.strictEqual(await typeOf('none'), '');
}
main();
