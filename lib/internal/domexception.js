'use strict';
// DOMException: a real Error object (it has a stack, engines see it as an error) whose name,
// message and code are getters of its prototype, as Web IDL requires.

const {
  ErrorCaptureStackTrace, ObjectDefineProperty, ObjectSetPrototypeOf, SymbolToStringTag,
} = primordials;
const { codes: { ERR_INVALID_THIS } } = require('internal/errors');
const define = ObjectDefineProperty;

// Legacy codes: the position is the number; the names that have no exception of their own are
// constants only.
const CODES = [
  ['INDEX_SIZE_ERR', 'IndexSizeError'], ['DOMSTRING_SIZE_ERR'],
  ['HIERARCHY_REQUEST_ERR', 'HierarchyRequestError'], ['WRONG_DOCUMENT_ERR', 'WrongDocumentError'],
  ['INVALID_CHARACTER_ERR', 'InvalidCharacterError'], ['NO_DATA_ALLOWED_ERR'],
  ['NO_MODIFICATION_ALLOWED_ERR', 'NoModificationAllowedError'], ['NOT_FOUND_ERR', 'NotFoundError'],
  ['NOT_SUPPORTED_ERR', 'NotSupportedError'], ['INUSE_ATTRIBUTE_ERR', 'InUseAttributeError'],
  ['INVALID_STATE_ERR', 'InvalidStateError'], ['SYNTAX_ERR', 'SyntaxError'],
  ['INVALID_MODIFICATION_ERR', 'InvalidModificationError'], ['NAMESPACE_ERR', 'NamespaceError'],
  ['INVALID_ACCESS_ERR', 'InvalidAccessError'], ['VALIDATION_ERR'],
  ['TYPE_MISMATCH_ERR', 'TypeMismatchError'], ['SECURITY_ERR', 'SecurityError'],
  ['NETWORK_ERR', 'NetworkError'], ['ABORT_ERR', 'AbortError'],
  ['URL_MISMATCH_ERR', 'URLMismatchError'], ['QUOTA_EXCEEDED_ERR', 'QuotaExceededError'],
  ['TIMEOUT_ERR', 'TimeoutError'], ['INVALID_NODE_TYPE_ERR', 'InvalidNodeTypeError'],
  ['DATA_CLONE_ERR', 'DataCloneError'],
];
const codeOf = { __proto__: null };

// The object is made by Error(), so private fields have to be put on it from outside: a base class
// that returns it does that.
class Carrier {
  constructor(object) {
    return object;
  }
}

class State extends Carrier {
  #name;
  #message;

  constructor(object, name, message) {
    super(object);
    this.#name = name;
    this.#message = message;
  }

  static has(object) {
    return typeof object === 'object' && object !== null && #name in object;
  }

  static get(object) {
    if (!State.has(object))
      throw new ERR_INVALID_THIS('DOMException');
    return { __proto__: null, name: object.#name, message: object.#message };
  }
}

class DOMException {
  constructor(message = '', options = 'Error') {
    const self = new primordials.Error();
    ObjectSetPrototypeOf(self, new.target.prototype);
    delete self.message;
    let name = options;
    if (typeof options === 'object' && options !== null) {
      name = options.name ?? 'Error';
      const { cause: value } = options;
      if ('cause' in options)
        define(self, 'cause', { __proto__: null, value, writable: true, configurable: true });
    }
    new State(self, `${name}`, `${message}`);
    ErrorCaptureStackTrace(self, new.target);
    return self;
  }

  get name() {
    return State.get(this).name;
  }

  get message() {
    return State.get(this).message;
  }

  get code() {
    return codeOf[State.get(this).name] ?? 0;
  }
}

ObjectSetPrototypeOf(DOMException.prototype, primordials.Error.prototype);
define(DOMException.prototype, 'name', { __proto__: null, enumerable: true });
define(DOMException.prototype, 'message', { __proto__: null, enumerable: true });
define(DOMException.prototype, 'code', { __proto__: null, enumerable: true });
for (let i = 0; i < CODES.length; i++) {
  const constant = CODES[i][0], name = CODES[i].length > 1 ? CODES[i][1] : undefined;
  const descriptor = { __proto__: null, value: i + 1, enumerable: true };
  define(DOMException, constant, descriptor);
  define(DOMException.prototype, constant, descriptor);
  if (CODES[i].length === 2)
    codeOf[name] = i + 1;
}
define(DOMException.prototype, SymbolToStringTag,
       { __proto__: null, value: 'DOMException', configurable: true });

module.exports = { DOMException, isDOMException: State.has };
