// A loop in WebAssembly, where there are no lines.
// phase: timers
// what: WebAssembly
// (func (export "spin") (result i32) (local i32)
//   i32.const 1000000000 local.set 0 loop local.get 0 i32.const 1 i32.sub local.tee 0 br_if 0 end
//   local.get 0)
const body = [1, 1, 127, 65, 128, 148, 235, 220, 3, 33, 0, 3, 64, 32, 0, 65, 1, 107, 34, 0, 13, 0,
              11, 32, 0, 11];
const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 8, 1, 4, 115,
               112, 105, 110, 0, 0,
               10, body.length + 2, 1, body.length, ...body];
const { exports: { spin } } =
  new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)));

setTimeout(function compute() {
  spin();   // <-- here
}, 10);
