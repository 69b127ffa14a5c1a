// A loop in WebAssembly, where there are no lines.
// phase: timers
// what: WebAssembly
// ends: never
// (func (export "spin") (local i32)
//   loop local.get 0 i32.const 1 i32.sub local.set 0 br 0 end)
const body = [1, 1, 127, 3, 64, 32, 0, 65, 1, 107, 33, 0, 12, 0, 11, 11];
const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 8, 1, 4, 115,
               112, 105, 110, 0, 0,
               10, body.length + 2, 1, body.length, ...body];
const { exports: { spin } } =
  new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)));

setTimeout(function compute() {
  spin(); // <-- here
}, 5);
