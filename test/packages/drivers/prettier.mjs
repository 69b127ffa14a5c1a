// JavaScript, CSS, Markdown, JSON
import prettier from 'prettier';
console.log(await prettier.format('const a={b:1,c:[1,2,3],d(){return   x?y:z}};async function*f(){for await(const q of w)yield q}', { parser: 'babel' }));
console.log(await prettier.format('a{color:red;b:c}@media x{y{z:1}}', { parser: 'css' }), await prettier.format('#  x\n* a\n* b', { parser: 'markdown' }), await prettier.format('{"a":1,  "b":[1,2]}', { parser: 'json' }));
await prettier.format('let a = ;', { parser: 'babel' }).catch((e) => console.log(e.name, e.message));
