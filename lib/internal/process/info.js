'use strict';
// Constants of `process`: versions, release, features, config, and the flags that NODE_OPTIONS
// accepts.

const {
  ArrayPrototypeIncludes, ObjectDefineProperty, ObjectFreeze, ObjectKeys, ReflectApply,
  RegExpPrototypeExec, SafeArray, Set, SetPrototypeAdd, SetPrototypeForEach, SetPrototypeGetSize,
  SetPrototypeHas, StringPrototypeReplaceAll, StringPrototypeSlice, StringPrototypeStartsWith,
  SymbolIterator,
} = primordials;
const binding = internalBinding('process');
const { flags } = internalBinding('options');

const fixed = (object) => {
  const keys = ObjectKeys(object);
  for (let i = 0; i < keys.length; i++)
    ObjectDefineProperty(object, keys[i], { __proto__: null, writable: false });
  return object;
};

const versions = fixed({
  node: binding.nodeVersion,
  gyre: binding.version,
  jsc: binding.engineVersion,
  modules: '147',
  uv: binding.uvVersion,
});

// Reading it loads the library.
ObjectDefineProperty(versions, 'openssl', {
  __proto__: null, configurable: true, enumerable: true,
  get() {
    const value = internalBinding('crypto').version();
    ObjectDefineProperty(versions, 'openssl', { __proto__: null, value, enumerable: true });
    return value;
  },
});

ObjectDefineProperty(versions, 'sqlite', {
  __proto__: null, configurable: true, enumerable: true,
  get() {
    const value = internalBinding('sqlite').version();
    ObjectDefineProperty(versions, 'sqlite', { __proto__: null, value, enumerable: true });
    return value;
  },
});

const BASE = `https://nodejs.org/download/release/v${versions.node}/node-v${versions.node}`;
const release = fixed({
  name: 'node', sourceUrl: `${BASE}.tar.gz`, headersUrl: `${BASE}-headers.tar.gz`,
});

const features = {
  inspector: false, debug: false, uv: true, ipv6: true, tls_alpn: true, tls_sni: true,
  tls_ocsp: true, tls: true, openssl_is_boringssl: false, cached_builtins: true,
  require_module: internalBinding('options').get('--experimental-require-module'), dtls: false,
  quic: false, typescript: false,
};
fixed(features);

function deepFreeze(object) {
  const keys = ObjectKeys(object);
  for (let i = 0; i < keys.length; i++) {
    if (typeof object[keys[i]] === 'object')
      deepFreeze(object[keys[i]]);
  }
  return ObjectFreeze(object);
}

const config = deepFreeze({
  target_defaults: {
    cflags: [], default_configuration: 'Release', defines: [], include_dirs: [], libraries: [],
  },
  variables: {
    asan: 0, ubsan: 0, coverage: false, debug_node: false, debug_symbols: false,
    host_arch: 'x64', target_arch: 'x64', napi_build_version: '10', node_byteorder: 'little',
    node_builtin_shareable_builtins: [], node_module_version: 147, node_prefix: '/usr/local',
    node_shared: false, node_use_openssl: false, node_use_node_snapshot: false,
    node_use_node_code_cache: false, node_without_node_options: false, v8_enable_i18n_support: 1,
    v8_enable_inspector: 0, v8_enable_webassembly: 1, single_executable_application: false,
    node_use_amaro: false, node_use_sqlite: false, icu_small: false, shlib_suffix: 'so.147',
  },
});

// The program gets iterators of its own realm.
const { values: setValues, entries: setEntries } = Set.prototype;

// A set whose has() accepts all spellings of a flag: without dashes, with underscores for dashes,
// with a value. Its members are in a private list that methods of Set cannot change.
class FlagSet extends Set {
  #flags;
  constructor(flags) {
    super();
    this.#flags = new Set();
    for (let i = 0; i < flags.length; i++)
      SetPrototypeAdd.call(this.#flags, flags[i]);
  }
  add() { return this; }
  delete() { return false; }
  clear() {}
  get size() { return SetPrototypeGetSize.call(this.#flags); }
  keys() { return ReflectApply(setValues, this.#flags, []); }
  values() { return ReflectApply(setValues, this.#flags, []); }
  entries() { return ReflectApply(setEntries, this.#flags, []); }
  [SymbolIterator]() { return ReflectApply(setValues, this.#flags, []); }
  forEach(callback, self) {
    SetPrototypeForEach.call(this.#flags, (flag) => {
      ReflectApply(callback, self, [flag, flag, this]);
    });
  }
  has(key) {
    if (typeof key !== 'string')
      return false;
    const found = RegExpPrototypeExec.call(/^(--?)?([a-zA-Z0-9][\w.-]*?)(?:=.*)?$/s, key);
    if (found === null)
      return false;
    const name = StringPrototypeReplaceAll.call(found[2], '_', '-');
    const dashes = found[1];
    const isThere = (prefix) => (dashes === undefined || dashes === prefix) &&
      SetPrototypeHas.call(this.#flags, `${prefix}${name}`);
    return isThere('-') || isThere('--') ||
      (dashes !== '-' && StringPrototypeStartsWith.call(name, 'no-') &&
       SetPrototypeHas.call(this.#flags, `--${StringPrototypeSlice.call(name, 3)}`));
  }
}

// Accepted on the command line only.
const NOT_IN_ENVIRONMENT = ['--eval', '--print', '--check', '--interactive', '--version', '--help',
                            '--expose-internals', '--expose-externalize-string', '--env-file',
                            '--env-file-if-exists', '--stack-size'];
// Flags of V8 that are accepted and ignored.
const OF_V8 = ['--interpreted-frames-native-stack', '--jitless', '--max-heap-size',
               '--max-old-space-size', '--max-semi-space-size', '--perf-basic-prof',
               '--perf-basic-prof-only-functions', '--perf-prof', '--perf-prof-unwinding-info'];

function addAllowed(list, names) {
  for (let i = 0; i < names.length; i++) {
    if (!ArrayPrototypeIncludes.call(NOT_IN_ENVIRONMENT, names[i]))
      list.push(names[i]);
  }
}

function flagSet() {
  const all = new SafeArray();
  addAllowed(all, ['-r', '-C']);
  addAllowed(all, flags());
  addAllowed(all, OF_V8);
  const set = new FlagSet(all);
  ObjectFreeze(FlagSet.prototype.constructor);
  ObjectFreeze(FlagSet.prototype);
  return ObjectFreeze(set);
}

let allowed;
module.exports = {
  versions, release, features, config,
  get report() { return require('internal/process/report').report; },
  get allowedNodeEnvironmentFlags() { return allowed ??= flagSet(); },
};
