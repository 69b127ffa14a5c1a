// Loads the built-in modules that also run in the page (page_html.js puts their text into SHARED).

const loaded = {};

// What such a module takes from primordials. Only our own code runs in the page, so these are the
// functions of the page: ArrayPrototypeFind is Array.prototype.find.
const primordials = {
  realm: window,
  SafeMap: Map,
  SafeSet: Set,
  take(name) {
    const [, holder, key] = /^([A-Z][A-Za-z]+?)Prototype([A-Z]\w*)$/.exec(name);
    return window[holder].prototype[key[0].toLowerCase() + key.slice(1)];
  },
};

function requireShared(id) {
  if (loaded[id] === undefined) {
    const module = { exports: {} };
    loaded[id] = module;
    const threads = window.GYRE_PROGRAM?.threads;
    // lint-ok: undefined-name page_html.js puts it before the scripts
    SHARED[id](module.exports, requireShared, module, { env: { UV_THREADPOOL_SIZE: threads } },
               undefined, primordials);
  }
  return loaded[id].exports;
}
