// holds: interval 4
class Cache {
  #sweep = () => {};
  start() { setInterval(this.#sweep, 60_000); }
}
new Cache().start();
