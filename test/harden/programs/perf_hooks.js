'use strict';
const { step, text, call, thrown } = require('../harness.js');
const { performance, PerformanceObserver, monitorEventLoopDelay, createHistogram } =
  require('node:perf_hooks');

step('now', () => text(performance.now() > 0, performance.timeOrigin > 1e12));
step('marks and measures', () => {
  const mark = performance.mark('a', { startTime: 1, detail: 'd' });
  performance.mark('b', { startTime: 5 });
  const measure = performance.measure('m', 'a', 'b');
  const list = performance.getEntriesByName('m');
  const marks = performance.getEntriesByType('mark');
  performance.clearMarks();
  performance.clearMeasures();
  return text(mark.name, mark.entryType, mark.startTime, mark.detail, measure.duration,
    measure.startTime,
    list.length, marks.length, performance.getEntries().length);
});
step('observer', async () => {
  const { value } = await call((done) => {
    const observer = new PerformanceObserver((list, self) => {
      const entries = list.getEntries();
      self.disconnect();
      done(null, entries[0].name + entries.length + list.getEntriesByType('mark').length);
    });
    observer.observe({ entryTypes: ['mark'] });
    performance.mark('seen');
  });
  return text(value);
});
step('timerify', () => text(performance.timerify((a) => a + 1)(2)));
step('histograms', () => {
  const histogram = createHistogram();
  histogram.record(5);
  histogram.record(7);
  histogram.recordDelta();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  delay.disable();
  return text(histogram.min, histogram.max, histogram.count, histogram.percentile(50),
    histogram.mean);
});
step('loop', () => {
  const use = performance.eventLoopUtilization();
  return text(typeof use.utilization, typeof performance.nodeTiming.duration);
});
step('toJSON', () => text(typeof performance.toJSON()));
step('wrong arguments', () => text(thrown(() => performance.mark()),
  thrown(() => performance.measure('x', 'none')),
  thrown(() => new PerformanceObserver(5)), thrown(() => createHistogram({ lowest: 'x' }))));
