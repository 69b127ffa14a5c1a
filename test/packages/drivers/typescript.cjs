// A program with errors: texts, JS
const ts = require('typescript');
require('fs').writeFileSync('a.ts', 'interface A { x: number }\nexport const f = (a: A): string => a.x;\nenum E { P = 1, Q }\nexport class C<T> { constructor(private t: T) {} get = () => this.t ?? E.Q; }\nlet z: number = "s";\n');
const program = ts.createProgram(['a.ts'], { target: ts.ScriptTarget.ES2017, module: ts.ModuleKind.CommonJS, strict: true, declaration: true });
program.emit(undefined, (name, text) => console.log(name + '\n' + text));
for (const d of ts.getPreEmitDiagnostics(program))
  console.log(d.code, ts.flattenDiagnosticMessageText(d.messageText, '\n'));
console.log(ts.transpileModule('const a = <T,>(x: T) => x as any', {}).outputText);
