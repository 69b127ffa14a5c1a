'use strict';
// EventEmitterAsyncResource: an emitter whose listeners run in the async context of its creation.

const { ArrayPrototypeToSpliced, ObjectHasOwn, ReflectApply } = primordials;
const EventEmitter = require('events');
const { AsyncResource } = require('async_hooks');
const { validateString } = require('internal/validators');
const { kEmptyObject } = require('internal/util');

class EventEmitterReferencingAsyncResource extends AsyncResource {
  #eventEmitter;

  constructor(emitter, type, options) {
    super(type, options);
    this.#eventEmitter = emitter;
  }

  get eventEmitter() {
    return this.#eventEmitter;
  }
}

class EventEmitterAsyncResource extends EventEmitter {
  #asyncResource;

  constructor(options = undefined) {
    let name;
    if (typeof options === 'string') {
      name = options;
      options = undefined;
    } else {
      if (new.target === EventEmitterAsyncResource)
        validateString(options?.name, 'options.name');
      name = options?.name || new.target.name;
    }
    super(options != null && ObjectHasOwn(options, 'captureRejections') ? options : undefined);
    this.#asyncResource =
      new EventEmitterReferencingAsyncResource(this, name, options ?? kEmptyObject);
  }

  emit(event, ...args) {
    const resource = this.#asyncResource;
    return ReflectApply(resource.runInAsyncScope, resource,
                        ArrayPrototypeToSpliced.call(args, 0, 0, super.emit, this, event));
  }

  emitDestroy() {
    this.#asyncResource.emitDestroy();
  }

  get asyncId() {
    return this.#asyncResource.asyncId();
  }

  get triggerAsyncId() {
    return this.#asyncResource.triggerAsyncId();
  }

  get asyncResource() {
    return this.#asyncResource;
  }
}

module.exports = { EventEmitterAsyncResource };
