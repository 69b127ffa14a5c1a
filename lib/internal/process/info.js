'use strict';
// What `process` tells of itself: versions, release, features, config, the flags that
// NODE_OPTIONS may hold, and the settings of diagnostic reports.

const binding = internalBinding('process');
const { flags } = internalBinding('options');
const { validateBoolean, validateString } = require('internal/validators');

const fixed = (object) => {
  for (const key of Object.keys(object))
    Object.defineProperty(object, key, { __proto__: null, writable: false });
  return object;
};

const versions = fixed({
  node: binding.nodeVersion,
  gyre: binding.version,
  jsc: binding.engineVersion,
  modules: '147',
  uv: binding.uvVersion,
});

// Asking for it loads the library.
Object.defineProperty(versions, 'openssl', {
  __proto__: null, configurable: true, enumerable: true,
  get() {
    const value = internalBinding('crypto').version();
    Object.defineProperty(versions, 'openssl', { __proto__: null, value, enumerable: true });
    return value;
  },
});

const BASE = `https://nodejs.org/download/release/v${versions.node}/node-v${versions.node}`;
const release = fixed({
  name: 'node', sourceUrl: `${BASE}.tar.gz`, headersUrl: `${BASE}-headers.tar.gz`,
});

const features = {
  inspector: false, debug: false, uv: true, ipv6: true, tls_alpn: false, tls_sni: false,
  tls_ocsp: false, tls: false, openssl_is_boringssl: false, cached_builtins: true,
  require_module: false, dtls: false, quic: false, typescript: false,
};
fixed(features);

function deepFreeze(object) {
  for (const key of Object.keys(object)) {
    if (typeof object[key] === 'object')
      deepFreeze(object[key]);
  }
  return Object.freeze(object);
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

// A set that answers for spellings: with and without dashes, underscores for dashes, a value. What
// is in it is kept beside it, where Set's own methods do not reach.
class FlagSet extends Set {
  #flags;
  constructor(flags) {
    super();
    this.#flags = new Set(flags);
  }
  add() { return this; }
  delete() { return false; }
  clear() {}
  get size() { return this.#flags.size; }
  keys() { return this.#flags.values(); }
  values() { return this.#flags.values(); }
  entries() { return this.#flags.entries(); }
  [Symbol.iterator]() { return this.#flags.values(); }
  forEach(callback, self) {
    for (const flag of this.#flags)
      primordials.ReflectApply(callback, self, [flag, flag, this]);
  }
  has(key) {
    if (typeof key !== 'string')
      return false;
    const found = /^(--?)?([a-zA-Z0-9][\w.-]*?)(?:=.*)?$/s.exec(key);
    if (found === null)
      return false;
    const name = found[2].replaceAll('_', '-');
    const dashes = found[1];
    const isThere = (prefix) => (dashes === undefined || dashes === prefix) &&
      this.#flags.has(`${prefix}${name}`);
    return isThere('-') || isThere('--') ||
      (dashes !== '-' && name.startsWith('no-') && this.#flags.has(`--${name.slice(3)}`));
  }
}

// Of the command line only.
const NOT_IN_ENVIRONMENT = ['--eval', '--print', '--check', '--interactive', '--version', '--help',
                            '--expose-internals', '--expose-externalize-string', '--env-file',
                            '--env-file-if-exists', '--stack-size'];
// V8's, which mean nothing here and are accepted.
const OF_V8 = ['--interpreted-frames-native-stack', '--jitless', '--max-heap-size',
               '--max-old-space-size', '--max-semi-space-size', '--perf-basic-prof',
               '--perf-basic-prof-only-functions', '--perf-prof', '--perf-prof-unwinding-info'];

function flagSet() {
  const set = new FlagSet(['-r', '-C', ...flags(), ...OF_V8]
    .filter((flag) => !NOT_IN_ENVIRONMENT.includes(flag)));
  Object.freeze(FlagSet.prototype.constructor);
  Object.freeze(FlagSet.prototype);
  return Object.freeze(set);
}

let allowed;
const settings = {
  __proto__: null, directory: '', filename: '', compact: false, excludeNetwork: false,
  signal: 'SIGUSR2', reportOnFatalError: false, reportOnSignal: false,
  reportOnUncaughtException: false, excludeEnv: false,
};

// Settings that can be read back; a report itself tells little: header and stack.
const report = {
  writeReport(file, error) {
    const time = new Date().toISOString().replace(/[-:]|\..*/g, '').replace('T', '.');
    const name = typeof file === 'string' ? file : settings.filename ||
      `report.${time}.${process.pid}.0.001.json`;
    const path = require('path').resolve(settings.directory || process.cwd(), name);
    require('fs').writeFileSync(path, JSON.stringify(report.getReport(error ?? file), null, 2));
    return name;
  },
  getReport(error = new Error('JavaScript Callstack')) {
    const [message, ...stack] = `${error.stack}`.split('\n');
    return {
      header: {
        reportVersion: 5, event: 'JavaScript API', trigger: 'GetReport', filename: null,
        dumpEventTime: new Date().toISOString(), processId: process.pid, cwd: process.cwd(),
        commandLine: process.argv, nodejsVersion: process.version, arch: process.arch,
        platform: process.platform, componentVersions: { ...versions }, release,
      },
      javascriptStack: { message, stack: stack.map((line) => line.trim()) },
      resourceUsage: process.resourceUsage(),
    };
  },
};
for (const key of Object.keys(settings)) {
  Object.defineProperty(report, key, {
    __proto__: null, configurable: true, enumerable: true,
    get: () => settings[key],
    set(value) {
      if (typeof settings[key] === 'boolean')
        validateBoolean(value, 'trigger');
      else if (key === 'signal')
        require('internal/util').convertToValidSignal(value);
      else
        validateString(value, key === 'directory' ? 'directory' : 'name');
      settings[key] = value;
    },
  });
}

module.exports = {
  versions, release, features, config, report,
  get allowedNodeEnvironmentFlags() { return allowed ??= flagSet(); },
};
