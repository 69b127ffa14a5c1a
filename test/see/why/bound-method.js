// holds: interval 4
// let go: clearInterval(timer)
class Cache {
  constructor() { this.timer = setInterval(this.sweep.bind(this), 60_000); }
  sweep() {}
}
const cache = new Cache();
process.once('SIGHUP', () => clearInterval(cache.timer));
