'use strict';
// node:trace_events: sets of categories whose events are written to a file (internal/trace_events).

const { isMainThread } = require('internal/worker/state');
const { codes } = require('internal/errors');
const { disable, enable, enabledCategories } = require('internal/trace_events/categories');
const { customInspectSymbol } = require('internal/util');
const { validateObject, validateStringArray } = require('internal/validators');
const { ArrayPrototypeJoin, ArrayPrototypeToSpliced, SafeSet } = primordials;

if (!isMainThread)
  throw new codes.ERR_TRACE_EVENTS_UNAVAILABLE();

const MOST = 10;                   // enabled at once, before a warning
const enabled = new SafeSet();     // they live until they are disabled

class Tracing {
  #categories;
  #enabled = false;

  constructor(categories) { this.#categories = categories; }

  enable() {
    if (this.#enabled)
      return;
    this.#enabled = true;
    enabled.add(this);
    enable(this.#categories);
    if (enabled.size > MOST) {
      process.emitWarning('Possible trace_events memory leak detected. There are more than ' +
                          `${MOST} enabled Tracing objects.`);
    }
  }

  disable() {
    if (!this.#enabled)
      return;
    this.#enabled = false;
    enabled.delete(this);
    disable(this.#categories);
  }

  get enabled() { return this.#enabled; }
  get categories() { return ArrayPrototypeJoin.call(this.#categories, ','); }

  [customInspectSymbol](depth, options) {
    if (typeof depth === 'number' && depth < 0)
      return this;
    const { inspect } = require('internal/util/inspect');
    return `Tracing ${inspect({ enabled: this.enabled, categories: this.categories },
                              { __proto__: null, ...options,
                                depth: options.depth == null ? null : options.depth - 1 })}`;
  }
}

function createTracing(options) {
  validateObject(options, 'options');
  validateStringArray(options.categories, 'options.categories');
  if (options.categories.length <= 0)
    throw new codes.ERR_TRACE_EVENTS_CATEGORY_REQUIRED();
  return new Tracing(ArrayPrototypeToSpliced.call(options.categories, 0, 0));
}

const getEnabledCategories = () => enabledCategories();

module.exports = { createTracing, getEnabledCategories };
