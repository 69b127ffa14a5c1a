// Connects the parts: the selected entry, drawing after changes, keys and the pointer.

const TABLE_EVERY_MS = 300;
let shownLane = null;          // the phase or queue that is described
let isDrawing = false;
let tableDrawn = 0;

function redraw() {
  if (isDrawing)
    return;
  isDrawing = true;
  requestAnimationFrame(draw);
}

function draw(time) {
  isDrawing = false;
  drawControls();
  drawRing(view.selected, select);
  drawTimeline();
  drawWarnings(select);
  drawOutput(select);
  drawDetails(view.selected ?? shownLane ?? (model.gate.waiting ? model.open : null), select);
  $('hold').setAttribute('aria-pressed', !view.following);
  $('by-order').setAttribute('aria-pressed', view.scale === 'order');
  $('by-time').setAttribute('aria-pressed', view.scale === 'time');
  if (time - tableDrawn < TABLE_EVERY_MS && view.selected === null && model.next > ROWS) {
    setTimeout(redraw, TABLE_EVERY_MS);
    return;
  }
  tableDrawn = time;
  drawTable(select);
}

// ---- Selecting ----

function select(entry) {
  view.selected = entry ?? null;
  shownLane = null;
  if (view.selected !== null && entry.index >= 0) {
    view.following = false;
    view.fitting = '';
    reveal(entry);
  }
  redraw();
}

function showLane(lane) {
  shownLane = lane;
  view.selected = null;
  redraw();
}

function backToNow() {
  view.selected = shownLane = null;
  view.following = true;
  view.fitting ||= 'auto';
  redraw();
}

function go(by) {
  const { ran } = model;
  if (ran.length === 0)
    return;
  const isOn = view.selected !== null && view.selected.index >= 0;
  const at = isOn ? view.selected.index - ran[0].index : ran.length - (by < 0 ? 0 : 1);
  select(ran[Math.min(ran.length - 1, Math.max(0, at + by))]);
}

function showOrFollow() {
  if (view.selected === null)
    return go(-1);
  const heading = document.querySelector('#details h3');
  const by = scheduler(view.selected);
  if (by !== undefined && document.activeElement === heading)
    return select(by);
  heading?.focus({ preventScroll: false });
}

// ---- Keys ----

const click = (id) => () => $(id).click();
const KEYS = {
  's': click('step'), 'r': click('run'), 'p': click('pause'), 'm': click('slow'), 'f': click('fit'),
  'o': click('by-order'), 't': click('by-time'), '+': click('zoom-in'), '=': click('zoom-in'),
  '-': click('zoom-out'), '?': click('help'), ' ': click('hold'), 'Escape': backToNow,
  'ArrowLeft': () => go(-1), 'ArrowRight': () => go(1), 'Home': () => go(-Infinity),
  'End': () => go(Infinity),
};

function onKey(event) {
  const { target, key } = event;
  const isOnControl = target.closest?.('button, [role=button], a') != null;
  const isTheirs = event.ctrlKey || event.metaKey || event.altKey || $('keys').open;
  if (isTheirs || (target.matches?.('input, pre') && key !== 'Escape'))
    return;
  if (isOnControl && (key === ' ' || key === 'Enter'))
    return;
  if (key === 'Enter' && (target.id === 'timeline' || target.matches?.('#details h3'))) {
    event.preventDefault();
    return showOrFollow();
  }
  const action = KEYS[key.length === 1 ? key.toLowerCase() : key];
  if (action === undefined)
    return;
  event.preventDefault();
  action();
}

// ---- The pointer on the timeline ----

const drag = { x: 0, moved: false, on: false, scrubs: false };

function onDown(event) {
  Object.assign(drag, { x: event.offsetX, moved: false, on: true, scrubs: event.offsetY < AXIS });
  $('timeline').setPointerCapture(event.pointerId);
  if (drag.scrubs)
    scrub(event);
}

function scrub(event) {
  const entry = entryAt(event.offsetX, 0);
  if (entry !== null && entry !== view.selected)
    select(entry);
}

function onMove(event) {
  if (drag.on && drag.scrubs)
    return scrub(event);
  if (drag.on) {
    const away = event.offsetX - drag.x;
    drag.moved ||= Math.abs(away) > 4;
    if (drag.moved) {
      pan(-away / (view.width - view.left) * (view.to - view.from));
      drag.x = event.offsetX;
      redraw();
    }
    return;
  }
  hover(entryAt(event.offsetX, event.offsetY), event);
}

function hoverText(entry) {
  const wait = listens(entry) ? '' : ` · waited ${duration(waited(entry))}`;
  return `${showName(entry)}${wait} · ran ${duration(entry.ended - entry.began)}`;
}

function hover(entry, event) {
  const box = $('hover');
  const text = event.offsetY < AXIS ? '' :
    entry === null ? describeLoopAt(event.offsetX, event.offsetY) : hoverText(entry);
  box.hidden = text === '';
  $('timeline').style.cursor = entry === null ? 'grab' : 'pointer';
  if (box.hidden)
    return;
  box.textContent = text;
  const left = $('canvas-box').offsetLeft + event.offsetX + 14;
  box.style.left =
    `${Math.min(left, document.documentElement.clientWidth - box.offsetWidth - 24)}px`;
  box.style.top = `${$('canvas-box').offsetTop + event.offsetY + 16}px`;
}

function onUp(event) {
  drag.on = false;
  if (drag.moved || drag.scrubs)
    return;
  const entry = entryAt(event.offsetX, event.offsetY);
  if (entry === null)
    backToNow();
  else
    select(entry);
}

function onWheel(event) {
  event.preventDefault();
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    pan((event.deltaX || event.deltaY) / (view.width - view.left) * (view.to - view.from));
  } else {
    view.following = false;
    zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 240))), event.offsetX);
  }
  redraw();
}

// ---- The beginning ----

const onClick = (id, action) => $(id).addEventListener('click', () => {
  action();
  redraw();
});

function listen() {
  const canvas = $('timeline');
  canvas.addEventListener('pointerdown', onDown);
  canvas.addEventListener('pointermove', onMove);
  canvas.addEventListener('pointerup', onUp);
  canvas.addEventListener('pointerleave', () => { $('hover').hidden = true; });
  canvas.addEventListener('wheel', onWheel, { passive: false });
  onClick('zoom-in', () => zoom(0.6));
  onClick('zoom-out', () => zoom(1 / 0.6));
  onClick('fit', () => { view.selected = null; fit(); });
  onClick('by-order', () => chooseScale('order'));
  onClick('by-time', () => chooseScale('time'));
  onClick('hold', () => (view.following ? (view.following = false) : backToNow()));
  onClick('help', () => $('keys').showModal());
  $('rows').addEventListener('keydown', (event) => moveInTable(event, select));
  document.addEventListener('keydown', onKey);
  new ResizeObserver(redraw).observe($('canvas-box'));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    readColours();
    redraw();
  });
}

makeControls();
makeRing(showLane);
readColours();
listen();
if (window.GYRE_TRACE !== undefined) {
  document.body.classList.add('recording');
  addTrace(window.GYRE_TRACE);
  addLoop(window.GYRE_LOOP);
  view.scale = model.ran.length <= SHORT ? 'order' : 'time';
  view.fitting = 'all';
} else {
  view.scale = window.GYRE_PROGRAM?.step ? 'order' : 'time';
  connect(redraw);
}
redraw();
