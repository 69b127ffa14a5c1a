'use strict';
// QuotaExceededError: a DOMException with the requested amount and the quota.

const {
  NumberIsFinite, NumberIsNaN, ObjectDefineProperty, SymbolToStringTag,
} = primordials;
const { codes: { ERR_INVALID_THIS } } = require('internal/errors');
const { DOMException } = require('internal/domexception');
const { kClone, kPack } = require('internal/messaging/transfer');

function amount(options, name) {
  if (!(name in options) || options[name] === undefined)
    return null;
  const value = +options[name];
  if (!NumberIsFinite(value)) {
    throw new primordials.TypeError(`Cannot convert options.${name} to a double: the value is ${
      NumberIsNaN(value) ? 'NaN' : 'Infinity'}`);
  }
  if (value < 0)
    throw new primordials.RangeError(`options.${name} must not be negative`);
  return value;
}

class QuotaExceededError extends DOMException {
  #quota;
  #requested;

  constructor(message = '', options = { __proto__: null }) {
    options ??= { __proto__: null };
    const quota = amount(options, 'quota');
    const requested = amount(options, 'requested');
    if (quota !== null && requested !== null && requested < quota)
      throw new primordials.RangeError('options.requested must not be less than options.quota');
    super(message, 'QuotaExceededError');
    this.#quota = quota;
    this.#requested = requested;
  }

  get quota() {
    if (typeof this !== 'object' || this === null || !(#quota in this))
      throw new ERR_INVALID_THIS('QuotaExceededError');
    return this.#quota;
  }

  get requested() {
    if (typeof this !== 'object' || this === null || !(#quota in this))
      throw new ERR_INVALID_THIS('QuotaExceededError');
    return this.#requested;
  }

  [kClone]() { return unpack({ __proto__: null, ...packed(this) }); }
  [kPack]() { return ['internal/quota_exceeded_error', 'unpack', packed(this)]; }
}

const packed = ({ message, quota, requested, stack }) => ({ message, quota, requested, stack });

function unpack({ message, quota, requested, stack }) {
  const error = new QuotaExceededError(message, {
    __proto__: null, quota: quota ?? undefined, requested: requested ?? undefined,
  });
  ObjectDefineProperty(error, 'stack', {
    __proto__: null, configurable: true, writable: true, value: stack,
  });
  return error;
}

ObjectDefineProperty(
  QuotaExceededError.prototype, 'quota', { __proto__: null, enumerable: true });
ObjectDefineProperty(
  QuotaExceededError.prototype, 'requested', { __proto__: null, enumerable: true });
ObjectDefineProperty(
  QuotaExceededError.prototype, SymbolToStringTag,
  { __proto__: null, configurable: true, value: 'QuotaExceededError' });

module.exports = { QuotaExceededError, unpack };
