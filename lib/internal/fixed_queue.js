'use strict';
// A first-in, first-out queue in blocks of fixed size: pushing never moves what is already queued,
// and an empty queue reuses one block.

const { SafeArray } = primordials;
const SIZE = 1024;   // a power of two, for the mask

class Block {
  constructor() {
    this.first = 0;
    this.count = 0;
    this.next = null;
    this.slots = new SafeArray(SIZE);
  }
}

class FixedQueue {
  constructor() {
    this.head = this.tail = new Block();
  }

  isEmpty() {
    return this.tail.count === 0;
  }

  push(value) {
    let block = this.head;
    if (block.count === SIZE)
      block = this.head = block.next = new Block();
    block.slots[(block.first + block.count++) & (SIZE - 1)] = value;
  }

  // null when the queue is empty.
  shift() {
    const block = this.tail;
    if (block.count === 0)
      return null;
    const value = block.slots[block.first];
    block.slots[block.first] = undefined;   // the queue must not keep it alive
    block.first = (block.first + 1) & (SIZE - 1);
    if (--block.count === 0 && block.next !== null)
      this.tail = block.next;
    return value;
  }
}

// Callers of both habits: `new (require(...))` and `{ FixedQueue }`.
module.exports = FixedQueue;
FixedQueue.FixedQueue = FixedQueue;
