// Pipelines, pump, readable-stream
const through = require('through2').default, pump = require('pump'), { Readable, PassThrough } = require('readable-stream');
const out = [];
pump(Readable.from(['a', 'b', 'c']), through.obj(function (c, e, n) { this.push(String(c).toUpperCase()); n(); }, function (n) { this.push('end'); n(); }), through.obj((c, e, n) => { out.push(String(c)); n(); }), (e) => console.log(e, out));
pump(Readable.from(['x']), new PassThrough(), through((c, e, n) => n(new Error('stop'))), (e) => console.log(e.message));
