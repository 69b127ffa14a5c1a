'use strict';
// Entries of the Resource Timing recommendation: of fetch(), or of another implementation, such
// as undici, that calls performance.markResourceTiming().

const {
  ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectKeys, SymbolToStringTag,
} = primordials;
const { PerformanceEntry, kSecret, keepResource, makeEnumerable } = require('internal/perf/timing');
const { customInspectSymbol } = require('internal/util');
const { validateString } = require('internal/validators');

// Bytes of a response's head, fixed by the recommendation.
const HEAD = 300;
const connection = (name) => ({ info }) => info.finalConnectionTimingInfo?.[name];
const time = (name) => ({ info }) => info[name];

// Each member as a function of { info, initiatorType, cacheMode, responseStatus, deliveryType }.
const MEMBERS = {
  initiatorType: (of) => of.initiatorType,
  nextHopProtocol: connection('ALPNNegotiatedProtocol'),
  workerStart: time('finalServiceWorkerStartTime'),
  redirectStart: time('redirectStartTime'),
  redirectEnd: time('redirectEndTime'),
  fetchStart: time('postRedirectStartTime'),
  domainLookupStart: connection('domainLookupStartTime'),
  domainLookupEnd: connection('domainLookupEndTime'),
  connectStart: connection('connectionStartTime'),
  connectEnd: connection('connectionEndTime'),
  secureConnectionStart: connection('secureConnectionStartTime'),
  requestStart: time('finalNetworkRequestStartTime'),
  finalResponseHeadersStart: time('finalNetworkResponseStartTime'),
  firstInterimResponseStart: () => 0,
  responseStart: time('finalNetworkResponseStartTime'),
  responseEnd: time('endTime'),
  transferSize({ info, cacheMode }) {
    if (cacheMode === 'local')
      return 0;
    return cacheMode === 'validated' ? HEAD : info.encodedBodySize + HEAD;
  },
  encodedBodySize: time('encodedBodySize'),
  decodedBodySize: time('decodedBodySize'),
  deliveryType: (of) => of.deliveryType,
  responseStatus: (of) => of.responseStatus,
  renderBlockingStatus: () => 'non-blocking',
  contentType: (of) => of.bodyInfo?.contentType ?? '',
  contentEncoding: (of) => of.bodyInfo?.contentEncoding ?? '',
};

class PerformanceResourceTiming extends PerformanceEntry {
  #of;

  constructor(secret, name, of) {
    const { startTime = 0, endTime = 0 } = of?.info ?? {};
    super(secret, name, 'resource', startTime, endTime - startTime);
    this.#of = of;
  }

  static read(entry, name) { return MEMBERS[name](entry.#of); }

  toJSON() {
    const json = super.toJSON();
    const names = ObjectKeys(MEMBERS);
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      json[name] = this[name];
    }
    return json;
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0)
      return this;
    const shown = { __proto__: null, ...options, depth: options.depth == null ? null :
                    options.depth - 1 };
    const { inspect } = require('internal/util/inspect');
    return `${this.constructor.name} ${inspect(this.toJSON(), shown)}`;
  }
}
makeEnumerable(PerformanceResourceTiming, ['toJSON']);
const { read } = PerformanceResourceTiming;
delete PerformanceResourceTiming.read;
const list = ObjectKeys(MEMBERS);
for (let i = 0; i < list.length; i++) {
  const name = list[i];
  const { get } = ObjectGetOwnPropertyDescriptor({
    get [name]() { return read(this, name); },
  }, name);
  ObjectDefineProperty(PerformanceResourceTiming.prototype, name, {
    __proto__: null, configurable: true, enumerable: true, get,
  });
}
ObjectDefineProperty(PerformanceResourceTiming.prototype, SymbolToStringTag, {
  __proto__: null, configurable: true, value: 'PerformanceResourceTiming',
});

function markResourceTiming(info, url, initiatorType, global, cacheMode, bodyInfo, responseStatus,
                            deliveryType = '') {
  validateString(url, 'requestedUrl');
  const of = { __proto__: null, info, initiatorType, cacheMode, responseStatus, deliveryType,
               bodyInfo };
  return keepResource(makeResource(url, of));
}

const makeResource = (url, of) => new PerformanceResourceTiming(kSecret, url, of);

module.exports = { PerformanceResourceTiming, makeResource, markResourceTiming };
