// Draws the events of the loop itself in a recording. Its phases and the rounds of its queues are
// faint, behind the callbacks; empty phases are small marks. The threads of the pool, the ring and
// garbage collections have lanes of their own.
//
// (1) Spans of a lane are sorted by their begin. Their ends are in the same order, except in the
//     lane of the ring: `longest` is the longest duration, so how far a search must look back.
// (2) If the scale is the order, a span reaches from the callback during which it began to the
//     callback during which it ended.

const loopSpans = new Map();      // lane -> [{ began, ended, style, describe() }]
const loopLanes = [];             // lanes without callbacks
let loopEnds = 0;

const MOST_THREADS = 8;           // further threads share the last lane

function addSpan(lane, span) {
  if (!loopSpans.has(lane))
    loopSpans.set(lane, []);
  loopSpans.get(lane).push(span);
  loopEnds = Math.max(loopEnds, span.ended);
}

function addLoopLane(id, name, short, colour) {
  if (!loopLanes.some((lane) => lane.id === id))
    loopLanes.push({ id, name, short, colour });
}

// Rows of `width` numbers.
function eachRow(list, width, add) {
  for (let i = 0; i + width <= list.length; i += width)
    add(i / width, ...list.slice(i, i + width));
}

function addLoop(part) {
  if (!part)
    return;
  eachRow(part.phases, 5, (i, phase, turn, began, ended, callbacks) => {
    const name = part.PHASES[phase];
    const isEmpty = callbacks === 0 && ended - began < 2;
    addSpan(name === 'prepare' ? 'idle' : name, {
      began, ended, style: isEmpty ? 'empty' : 'band',
      describe: () => `${name} of turn ${turn} · ${isEmpty ? 'nothing to do' :
        `${count(callbacks, 'callback')} of the loop · ${duration(ended - began)}`}`,
    });
  });
  eachRow(part.asleep, 2, (i, began, ended) => addSpan('poll', {
    began, ended, style: 'asleep', describe: () => `asleep · ${duration(ended - began)}` }));
  eachRow(part.rounds, 4, (i, ofPromises, began, ended, times) => {
    const [lane, what] = ofPromises ? ['promises', 'promise job'] : ['ticks', 'tick'];
    const name = `a round of ${count(times, what)}`;
    addSpan(lane, { began, ended, style: 'band',
                    describe: () => `${name} · ${duration(ended - began)}` });
  });
  addPool(part);
  eachRow(part.ring, 3, (i, began, ended, result) => {
    addLoopLane('uring', 'Ring', 'ring', 'promises');
    addSpan('uring', { began, ended, style: 'faint', label: part.operations[i],
                      describe: () => `${part.operations[i]} on the ring · ` +
                                  `${duration(ended - began)} · result ${result}` });
  });
  eachRow(part.collections, 2, (i, began, ended) => {
    addLoopLane('collector', 'Collections', 'collect', 'close');
    addSpan('collector', { began, ended, style: 'solid', label: 'garbage collection',
                           describe: () => 'garbage collection · ' +
                                       `${duration(ended - began)} at least` });
  });
  for (const spans of loopSpans.values()) {
    spans.sort((a, b) => a.began - b.began);
    spans.longest = spans.reduce((most, { began, ended }) => Math.max(most, ended - began), 0);
  }
  changed();
}

function addPool({ pool, jobs }) {
  const threads = new Set(pool.filter((value, i) => i % 4 === 0));
  for (const thread of [...threads].sort((a, b) => a - b).slice(0, MOST_THREADS))
    addLoopLane(`pool-${thread}`, `Pool, thread ${thread + 1}`, `pool ${thread + 1}`, 'check');
  eachRow(pool, 4, (i, thread, wait, began, ended) => {
    const lane = `pool-${Math.min(thread, MOST_THREADS - 1)}`;
    addSpan(lane, { began: began - wait, ended: began, style: 'asleep',
                    describe: () => `pool job ${jobs[i]} · waits ${duration(wait)} for a thread` });
    addSpan(lane, { began, ended, style: 'solid', label: jobs[i],
                    describe: () => `pool job ${jobs[i]} · waited ${duration(wait)} · ` +
                                `ran ${duration(ended - began)}` });
  });
}

// ---- Times and units of the scale ----

// The index in model.ran of the first entry that ends after `time`.
function firstEndingAfter(time) {
  let low = 0;
  let high = model.ran.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (model.ran[middle].ended > time)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

function unitOfTime(time) {
  if (view.scale === 'time')
    return time - model.begins;
  const entry = model.ran[firstEndingAfter(time)];
  if (entry === undefined)
    return model.next;
  return entry.index + Math.max(0, (time - entry.began) / Math.max(1, entry.ended - entry.began));
}

function timeOfUnit(unit) {
  if (view.scale === 'time')
    return unit + model.begins;
  const entry = model.ran[Math.floor(unit)];
  return entry === undefined ? (unit < 0 ? 0 : Infinity) : entry.began;
}

// The spans of a lane that overlap a range of time.
function* spansBetween(lane, from, to) {
  const spans = loopSpans.get(lane) ?? [];
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle].began >= from - spans.longest)
      high = middle;
    else
      low = middle + 1;
  }
  for (let i = low; i < spans.length && spans[i].began <= to; i++) {
    if (spans[i].ended >= from)
      yield spans[i];
  }
}

// ---- Drawing ----

// [top, height, opacity, least width], in px
const STYLES = {
  band: [3, LANE_HEIGHT - 6, 0.2, 1], empty: [LANE_HEIGHT - 5, 3, 0.45, 1],
  asleep: [LANE_HEIGHT / 2, 1.5, 0.4, 1],
  solid: [5, LANE_HEIGHT - 10, 0.85, 2], faint: [5, LANE_HEIGHT - 10, 0.4, 2],
};

function drawLoop(pen) {
  if (loopSpans.size === 0)
    return;
  pen.save();
  pen.beginPath();
  pen.rect(view.left, 0, view.width - view.left, view.height);
  pen.clip();
  pen.font = `12px ${SANS}`;
  const from = timeOfUnit(view.from);
  const to = timeOfUnit(view.to);
  view.lanes.forEach((lane, i) => drawLoopLane(pen, lane, AXIS + i * LANE_HEIGHT, from, to));
  pen.restore();
}

// Spans on the same pixels are drawn once.
function drawLoopLane(pen, lane, y, from, to) {
  const drawn = { band: -1, empty: -1, asleep: -1, solid: -1, faint: -1 };
  pen.fillStyle = view.colours[lane.colour ?? lane.id];
  for (const span of spansBetween(lane.id, from, to)) {
    const [top, height, alpha, least] = STYLES[span.style];
    const x0 = Math.max(xOf(unitOfTime(span.began)), view.left - 10);
    const x1 = Math.min(Math.max(xOf(unitOfTime(span.ended)), x0 + least), view.width + 10);
    if (x1 <= drawn[span.style] + 0.5)
      continue;
    drawn[span.style] = x1;
    pen.globalAlpha = alpha;
    pen.fillRect(x0, y + top, x1 - x0, height);
    pen.globalAlpha = 1;
    if (span.label !== undefined && x1 - x0 > 26) {
      drawLabel(pen, span, x0, x1, y);
      pen.fillStyle = view.colours[lane.colour ?? lane.id];
    }
  }
}

function drawLabel(pen, span, x0, x1, y) {
  pen.save();
  pen.beginPath();
  pen.rect(x0, y, x1 - x0 - 3, LANE_HEIGHT);
  pen.clip();
  pen.fillStyle = span.style === 'solid' ? view.colours.on : view.colours.text;
  pen.fillText(span.label, Math.max(x0, view.left) + 5, y + LANE_HEIGHT / 2 + 0.5);
  pen.restore();
}

// Describes the shortest span under the pointer, so that a span inside another can be reached.
function describeLoopAt(x, y) {
  const lane = view.lanes[Math.floor((y - AXIS) / LANE_HEIGHT)];
  if (lane === undefined || x < view.left)
    return '';
  let found = null;
  const from = timeOfUnit(unitOf(x - 40));
  const to = timeOfUnit(unitOf(x + 3) + (view.scale === 'order' ? 1 : 0));
  for (const span of spansBetween(lane.id, from, to)) {
    const x0 = xOf(unitOfTime(span.began));
    if (x0 > x + 2 || Math.max(xOf(unitOfTime(span.ended)), x0 + 1) < x - 2)
      continue;
    if (found === null || span.ended - span.began < found.ended - found.began)
      found = span;
  }
  return found === null ? '' : found.describe();
}
