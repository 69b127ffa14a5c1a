// The timeline: a lane for each phase and queue, drawn on a canvas. Its scale is the order (all
// callbacks have the same width) or the time. loop.js draws the events of the loop itself.

const LANE_HEIGHT = 26;
const AXIS = 26;
const COLUMN = 34;            // px: least width of a callback, by order, before the user zooms
const RECENT = 4e9;           // ns: the visible range, by time, while the program runs
const FEW = 10;               // callbacks that always have room
const SMALLEST = { order: 4, time: 2000 };      // of the view: callbacks, ns

const view = {
  scale: 'time',
  from: 0, to: 1,             // in units of the scale: index, or ns since model.begins
  following: true,
  // 'auto' shows the last seconds, 'all' everything; '' after the user has zoomed
  fitting: 'auto',
  selected: null,
  hovered: null,
  width: 0, height: 0, left: 0,
  lanes: [],
  colours: {},
};

// A short program that has ended is shown by order, unless the user has chosen the time.
const SHORT = 300;
let isScaleChosen = false;
function suggestScale() {
  if (!isScaleChosen && model.gate.over !== undefined && model.next <= SHORT &&
      view.selected === null)
    setScale('order');
}

const ALWAYS = new Set(['main', 'timers', 'poll', 'check', 'close', 'ticks', 'promises']);
const startOf = (entry) => (view.scale === 'order' ? entry.index : entry.began - model.begins);
function endOf(entry) {
  if (view.scale === 'order')
    return entry.index + 1;
  return (entry.ended || Math.max(entry.began, model.counters?.now_ns ?? 0)) - model.begins;
}
const xOf = (unit) =>
  view.left + (unit - view.from) / (view.to - view.from) * (view.width - view.left);
const unitOf = (x) =>
  view.from + (x - view.left) / (view.width - view.left) * (view.to - view.from);
const newest = () => (view.scale === 'order' ? model.next :
  Math.max((model.open ? endOf(model.open) : newestTime() - model.begins), 1e6));
const oldest = () => (model.ran.length > 0 ? startOf(model.ran[0]) : 0);

// ---- The visible range ----

function setView(from, to) {
  const span = Math.max(to - from, SMALLEST[view.scale]);
  view.from = from;
  view.to = from + span;
}

function fit() {
  view.fitting = 'all';
  view.following = true;
}

function zoom(factor, x = (view.left + view.width) / 2) {
  const at = view.following ? view.to : unitOf(x);
  const span = Math.max((view.to - view.from) * factor, SMALLEST[view.scale]);
  const all = (newest() - oldest()) * 1.2 + SMALLEST[view.scale];
  const range = Math.min(span, all);
  const share = (at - view.from) / (view.to - view.from);
  view.fitting = '';
  setView(at - range * share, at + range * (1 - share));
}

function pan(units) {
  view.following = false;
  view.fitting = '';
  const span = view.to - view.from;
  const from = Math.min(Math.max(view.from + units, oldest() - span / 2), newest() - span / 2);
  setView(from, from + span);
}

function follow() {
  if (!view.following)
    return;
  const end = newest();
  const margin = 0.03;
  if (view.fitting && view.scale === 'time') {
    const isAll = view.fitting === 'all' || model.gate.over !== undefined;
    const begin = isAll ? oldest() : Math.max(oldest(), end - RECENT);
    return setView(begin - (end - begin) * margin, end + (end - begin) * margin);
  }
  const span = view.fitting ? columns() : view.to - view.from;
  const from = view.scale === 'time' ? end - span * (1 - margin) :
    Math.max(end - span, Math.min(0, oldest()));
  setView(from, from + span);
}

// The number of callbacks that are visible before the user zooms: a few more than there are, as far
// as they have room; a recording is shown as a whole.
function columns() {
  const room = Math.max(FEW, Math.floor((view.width - view.left) / COLUMN));
  const wanted = Math.max(FEW, model.next - oldest() + 1);
  return view.fitting === 'all' ? wanted : Math.min(room, Math.ceil(wanted / 4) * 4);
}

function chooseScale(scale) {
  isScaleChosen = true;
  setScale(scale);
}

function setScale(scale) {
  if (view.scale === scale)
    return;
  view.scale = scale;
  if (view.selected === null) {
    view.fitting = 'auto';
    view.following = true;
    return follow();
  }
  view.following = false;
  view.fitting = '';
  const { selected } = view;
  const middle = startOf(selected);
  const span = scale === 'order' ? (view.width - view.left) / COLUMN :
    Math.max(20 * (selected.ended - selected.began), 2e6);
  setView(middle - span / 2, middle + span / 2);
}

function reveal(entry) {
  const span = view.to - view.from;
  if (startOf(entry) < view.from + span * 0.02 || endOf(entry) > view.to - span * 0.02) {
    const middle = (startOf(entry) + endOf(entry)) / 2;
    setView(middle - span / 2, middle + span / 2);
  }
}

// The index in model.ran of the first entry that ends after `unit`.
function firstBehind(unit) {
  let low = 0;
  let high = model.ran.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endOf(model.ran[middle]) > unit)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

// The entry within a few pixels of a place in its lane; on the axis, the nearest one.
function entryAt(x, y) {
  const lane = y < AXIS ? undefined : view.lanes[Math.floor((y - AXIS) / LANE_HEIGHT)];
  if (x < view.left || (y >= AXIS && lane === undefined))
    return null;
  const slack = lane === undefined ? Infinity : 5;
  let found = null;
  let nearest = slack;
  for (let i = Math.max(0, firstBehind(unitOf(x - 6)) - 1); i < model.ran.length; i++) {
    const entry = model.ran[i];
    const x0 = xOf(startOf(entry));
    if (x0 > x + 6 && found !== null || x0 > x + (lane === undefined ? 1e9 : 6))
      break;
    const away = x < x0 ? x0 - x : Math.max(0, x - xOf(endOf(entry)));
    if ((lane === undefined || entry.lane === lane.id) && away <= nearest) {
      nearest = away;
      found = entry;
    }
  }
  return found;
}

// ---- Drawing ----

function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['text', 'soft', 'line', 'stripe', ...LANES.map((lane) => lane.id)])
    view.colours[name] = style.getPropertyValue(`--${name}`).trim();
  view.colours.on = style.getPropertyValue('--on-colour').trim();
}

function resizeTimeline() {
  const canvas = $('timeline');
  const lanes = LANES.filter((lane) => ALWAYS.has(lane.id) || loopSpans.has(lane.id) ||
                             model.ranIn[lane.id] > 0)
    .concat(loopLanes);
  const width = canvas.parentElement.clientWidth;
  const ratio = window.devicePixelRatio || 1;
  const height = AXIS + lanes.length * LANE_HEIGHT + 2;
  const left = width < 600 ? 76 : 112;
  if (view.width === width && view.height === height && canvas.width === Math.round(width * ratio))
    return;
  Object.assign(view, { width, height, left, lanes });
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.height = `${height}px`;
  canvas.getContext('2d').setTransform(ratio, 0, 0, ratio, 0, 0);
}

const SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';
const laneTop = (laneId) => AXIS + view.lanes.findIndex((lane) => lane.id === laneId) * LANE_HEIGHT;

function drawLanes(pen) {
  const { colours, width, left, lanes } = view;
  pen.clearRect(0, 0, width, view.height);
  lanes.forEach((lane, i) => {
    const y = AXIS + i * LANE_HEIGHT;
    pen.fillStyle = colours.stripe;
    if (i % 2 === 0)
      pen.fillRect(0, y, width, LANE_HEIGHT);
    pen.fillStyle = colours[lane.colour ?? lane.id];
    pen.fillRect(0, y + 5, 4, LANE_HEIGHT - 10);
    pen.fillStyle = colours.text;
    pen.font = `13px ${SANS}`;
    pen.fillText(left < 100 ? lane.short : lane.name, 12, y + LANE_HEIGHT / 2 + 0.5);
  });
}

// A time of the axis, with as many digits as neighbours need to differ.
function clockText(ns, step) {
  const [unit, name] = ns + step >= 1e9 ? [1e9, 's'] : ns + step >= 1e6 ? [1e6, 'ms'] : [1e3, 'µs'];
  const shown = step >= unit ? 0 : Math.min(9, Math.ceil(-Math.log10(step / unit)) + 1);
  return `${+(ns / unit).toFixed(shown)} ${name}`;
}

// Draws the axis, with steps that leave room for the labels.
function drawClock(pen) {
  const span = view.to - view.from;
  let step = 10 ** Math.floor(Math.log10(span));
  while (step / span * (view.width - view.left) > 220)
    step /= 2;
  while (step / span * (view.width - view.left) < 80)
    step *= 2;
  pen.fillStyle = view.colours.soft;
  pen.strokeStyle = view.colours.line;
  pen.font = `12px ${SANS}`;
  pen.beginPath();
  for (let at = Math.ceil(Math.max(0, view.from) / step) * step; at < view.to; at += step) {
    const x = Math.round(xOf(at)) + 0.5;
    pen.moveTo(x, AXIS - 6);
    pen.lineTo(x, view.height);
    pen.fillText(clockText(at, step), x + 4, AXIS / 2);
  }
  pen.stroke();
}

// Draws lines between turns.
function drawTurns(pen, first) {
  pen.fillStyle = view.colours.soft;
  pen.strokeStyle = view.colours.line;
  pen.font = `12px ${SANS}`;
  let turn = model.ran[first - 1]?.turn;
  let free = view.left;
  pen.beginPath();
  for (let i = first; i < model.ran.length && startOf(model.ran[i]) < view.to; i++) {
    const entry = model.ran[i];
    const x = Math.round(xOf(startOf(entry))) + 0.5;
    if (entry.turn === turn)
      continue;
    turn = entry.turn;
    if (x < free)
      continue;
    pen.moveTo(x, 4);
    pen.lineTo(x, view.height);
    const label = turn === 0 ? 'start' : `turn ${turn}`;
    pen.fillText(label, x + 5, AXIS / 2);
    free = x + pen.measureText(label).width + 14;
  }
  pen.stroke();
}

// Entries on the same pixels of a lane are drawn once.
function drawEntries(pen, first) {
  const { colours, left, width } = view;
  const drawn = new Float64Array(LANES.length).fill(-1);
  const inset = view.scale === 'order' ? 1.5 : 0;
  pen.save();
  pen.beginPath();
  pen.rect(left, 0, width - left, view.height);
  pen.clip();
  pen.font = `12px ${SANS}`;
  for (let i = first; i < model.ran.length && startOf(model.ran[i]) < view.to; i++) {
    const entry = model.ran[i];
    const x0 = Math.max(xOf(startOf(entry)) + inset, left - 10);
    const x1 = Math.min(Math.max(xOf(endOf(entry)) - inset, x0 + 2.5), width + 10);
    const lane = LANE.get(entry.lane);
    if (x1 <= drawn[lane.i] + 0.5)
      continue;
    drawn[lane.i] = x1;
    const y = laneTop(entry.lane);
    const isNext = entry === model.open && model.gate.waiting;
    pen.fillStyle = colours[entry.lane];
    pen.globalAlpha = isNext ? 0.35 : 1;
    pen.beginPath();
    pen.roundRect(x0, y + 4, x1 - x0, LANE_HEIGHT - 8, Math.min(3, (x1 - x0) / 3));
    pen.fill();
    pen.globalAlpha = 1;
    if (x1 - x0 > 26)
      drawName(pen, entry, x0, x1, y, isNext);
  }
  drawSelected(pen);
  pen.restore();
}

function drawName(pen, entry, x0, x1, y, isNext) {
  pen.save();
  pen.beginPath();
  pen.rect(x0, y, x1 - x0 - 3, LANE_HEIGHT);
  pen.clip();
  pen.fillStyle = isNext ? view.colours.text : view.colours.on;
  pen.fillText(showName(entry), Math.max(x0, view.left) + 5, y + LANE_HEIGHT / 2 + 0.5);
  pen.restore();
}

// Draws a frame around the selected entry, and a line from the entry that scheduled it.
function drawSelected(pen) {
  const { selected } = view;
  if (selected === null || selected.index < 0)
    return;
  const x0 = xOf(startOf(selected));
  const x1 = Math.max(xOf(endOf(selected)), x0 + 3);
  const y = laneTop(selected.lane);
  pen.strokeStyle = pen.fillStyle = view.colours.text;
  pen.lineWidth = 2;
  pen.strokeRect(x0 - 1, y + 2, x1 - x0 + 2, LANE_HEIGHT - 4);
  const by = scheduler(selected);
  if (by !== undefined && by !== selected && by.index >= 0) {
    const fx = xOf(view.scale === 'order' ? endOf(by) - 0.1 : selected.scheduled - model.begins);
    const fy = laneTop(by.lane) + LANE_HEIGHT / 2;
    const [tx, ty] = [x0, y + LANE_HEIGHT / 2];
    const bend = Math.max(24, Math.abs(tx - fx) / 3);
    pen.beginPath();
    pen.moveTo(fx, fy);
    pen.bezierCurveTo(fx + bend, fy, tx - bend, ty, tx - 3, ty);
    pen.stroke();
    pen.beginPath();
    pen.arc(fx, fy, 4, 0, 7);
    pen.moveTo(tx, ty);
    pen.lineTo(tx - 9, ty - 5);
    pen.lineTo(tx - 9, ty + 5);
    pen.fill();
  }
  pen.lineWidth = 1;
}

function drawTimeline() {
  resizeTimeline();
  follow();
  const pen = $('timeline').getContext('2d');
  const first = Math.max(0, firstBehind(view.from));
  pen.textBaseline = 'middle';
  drawLanes(pen);
  if (view.scale === 'time')
    drawClock(pen);
  else
    drawTurns(pen, first);
  drawLoop(pen);
  drawEntries(pen, first);
}
