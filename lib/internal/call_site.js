'use strict';
// The objects that Error.prepareStackTrace is given, one per frame. What this engine does not tell
// (receiver, function object) is undefined, as V8 has it for strict code.

class CallSite {
  #frame;
  constructor(frame) { this.#frame = frame; }
  getFileName() { return this.#frame.url === '' ? null : this.#frame.url; }
  getScriptNameOrSourceURL() { return this.getFileName(); }
  getLineNumber() { return this.#frame.line === 0 ? null : this.#frame.line; }
  getColumnNumber() { return this.#frame.line === 0 ? null : this.#frame.column; }
  getEnclosingLineNumber() { return this.getLineNumber(); }
  getEnclosingColumnNumber() { return this.getColumnNumber(); }
  getPosition() { return 0; }
  getFunctionName() { return this.#frame.name === '' ? null : this.#frame.name; }
  getMethodName() { return null; }
  getTypeName() { return null; }
  getThis() { return undefined; }
  getFunction() { return undefined; }
  getEvalOrigin() { return undefined; }
  getScriptHash() { return ''; }
  getPromiseIndex() { return null; }
  isNative() { return this.#frame.url === ''; }
  isToplevel() { return this.#frame.name === ''; }
  isConstructor() { return false; }
  isEval() { return false; }
  isAsync() { return false; }
  isPromiseAll() { return false; }
  toString() { return this.#frame.toString(); }
}

module.exports = { CallSite };
