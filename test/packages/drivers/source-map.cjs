// Maps by WebAssembly; trace-mapping
const { SourceMapConsumer, SourceMapGenerator } = require('source-map');
const g = new SourceMapGenerator({ file: 'o.js' });
g.addMapping({ source: 'i.js', original: { line: 3, column: 4 }, generated: { line: 1, column: 10 }, name: 'n' });
SourceMapConsumer.with(g.toString(), null, (c) => console.log(c.originalPositionFor({ line: 1, column: 10 })));
const { TraceMap, originalPositionFor } = require('@jridgewell/trace-mapping');
console.log(originalPositionFor(new TraceMap(g.toString()), { line: 1, column: 12 }));
