// The loop as a ring of six phases with a moving hand; beside it the two queues and the pool.

const CENTRE = { x: 280, y: 234 };
const RADIUS = 157;
const WIDTH = 38;
const ARC = 60;               // degrees of a phase
const GAP = 3.2;
const MOST_DOTS = 9;
const MOST_CHIPS = 7;
const RIM = RADIUS + WIDTH / 2 + 11;

const angleOf = (lane) => -90 + lane.ring * ARC;
function polar(angle, radius) {
  const rad = angle * Math.PI / 180;
  return [CENTRE.x + radius * Math.cos(rad), CENTRE.y + radius * Math.sin(rad)];
}

function arcPath(angle) {
  const [x0, y0] = polar(angle - ARC / 2 + GAP, RADIUS);
  const [x1, y1] = polar(angle + ARC / 2 - GAP, RADIUS);
  return `M${x0} ${y0}A${RADIUS} ${RADIUS} 0 0 1 ${x1} ${y1}`;
}

// A small arrowhead between two phases, in the direction of the loop.
function chevron(angle) {
  const [x, y] = polar(angle, RADIUS);
  return element('svg:path', { 'class': 'chevron', 'd': 'M-3.5 -6L3 0L-3.5 6',
                               'transform': `translate(${x} ${y}) rotate(${angle + 90})` });
}

function phaseGroup(lane, onChoose) {
  const angle = angleOf(lane);
  const [x, y] = polar(angle, RIM + 24);
  const side = Math.cos(angle * Math.PI / 180);
  const anchor = side > 0.3 ? 'start' : side < -0.3 ? 'end' : 'middle';
  const shift = lane.ring === 3 ? 14 : lane.ring === 0 ? -16 : -4;
  const choose = () => onChoose(lane);
  const group = element('svg:g', {
    'class': 'phase', 'data-lane': lane.id, 'tabindex': 0, 'role': 'button', 'onclick': choose,
    'onkeydown': (event) => { if (event.key === 'Enter') choose(); },
  });
  const text = (name, down, ...content) => element(
    'svg:text', { x, 'y': y + shift + down, 'text-anchor': anchor, 'class': name }, ...content);
  const label = text('label', 0, lane.label ?? lane.name);
  const numbers = text('numbers', 19);
  const dots = element('svg:g', { class: 'dots' });
  group.append(element('svg:path', { class: 'arc', d: arcPath(angle) }), dots, label, numbers);
  lane.group = group;
  lane.numbers = numbers;
  lane.dots = dots;
  return group;
}

const hand = { angle: -90, lane: '', turn: -1, node: null };
let centre;

function makeRing(onChoose) {
  const ring = $('ring');
  ring.append(...RING.map((lane) => phaseGroup(lane, onChoose)),
              ...RING.map((lane) => chevron(angleOf(lane) + ARC / 2)));
  hand.node = element('svg:g', { class: 'hand' },
                      element('svg:circle', { cx: CENTRE.x + RADIUS, cy: CENTRE.y, r: 12 }),
                      element('svg:circle',
                              { class: 'pip', cx: CENTRE.x + RADIUS, cy: CENTRE.y, r: 5 }));
  hand.node.style.transformOrigin = `${CENTRE.x}px ${CENTRE.y}px`;
  const line = (y, name) => element(
    'svg:text', { 'x': CENTRE.x, 'y': CENTRE.y + y, 'text-anchor': 'middle', 'class': name });
  centre = { turn: line(-26, 'turn'), doing: line(8, 'doing'), name: line(34, 'name') };
  ring.append(hand.node, centre.turn, centre.doing, centre.name);
  for (const button of document.querySelectorAll('.queue .lane-name')) {
    const lane = LANE.get(button.closest('.queue').dataset.lane);
    button.addEventListener('click', () => onChoose(lane));
  }
}

// The hand always moves forward, at most once around.
function turnHand(laneId, turn) {
  const lane = LANE.get(laneId);
  if (lane.ring === undefined || (laneId === hand.lane && turn === hand.turn))
    return;
  const target = angleOf(lane);
  const back = turn < hand.turn;
  const way = (((target - hand.angle) % 360) + 360) % 360;
  hand.angle += back ? (way === 0 ? -360 : way - 360) : way === 0 && turn !== hand.turn ? 360 : way;
  hand.lane = laneId;
  hand.turn = turn;
  hand.node.style.transform = `rotate(${hand.angle}deg)`;
}

// ---- State ----

// { turn, lane, doing, name, waiting } at the selected entry, or now.
function situation(selected) {
  const { gate, counters, open } = model;
  if (selected !== null) {
    return { turn: selected.turn, lane: selected.lane, phase: phaseOf(selected),
             name: showName(selected),
             doing: LANE.get(selected.lane).name,
             waiting: waitingBefore(selected), stop: nextOfLoop(selected) };
  }
  const waiting = [...model.waiting];
  if (gate.over !== undefined) {
    return { turn: model.ran.at(-1)?.turn ?? 0, lane: '', doing: 'the program has ended',
             name: `exit code ${gate.over}`, waiting: [] };
  }
  if (open !== null) {
    return { turn: open.turn, lane: open.lane, phase: phaseOf(open), name: showName(open), waiting,
             doing: gate.waiting ? 'next:' : 'runs:' };
  }
  const turn = counters === null ? 0 : counters.turns;
  const phase = counters === null ? 'main' : counters.phase === 'prepare' ? 'idle' : counters.phase;
  return { turn, lane: phase, phase, waiting, name: '',
           doing: counters === null ? '' : counters.asleep ? 'asleep, in poll' : 'turning' };
}

// The index of the next callback that is not from a queue.
function nextOfLoop(entry) {
  let next = following(entry);
  while (next !== undefined && next.queue)
    next = following(next);
  return next?.index ?? Infinity;
}

const phaseOf = (entry) => (entry.phase === 'prepare' ? 'idle' : entry.phase);

const cut = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

// The queues contain what runs before the loop continues. In a recording these jobs are known.
function queued({ waiting, stop }, laneId) {
  const list = waiting.filter((entry) => (entry.lane ?? LANE_OF_KIND[entry.kind]) === laneId);
  return stop === undefined ? list : list.filter((entry) => entry.index >= 0 && entry.index < stop);
}

// There is room for several lines beside the ring, and for one line above and below it.
function setNumbers(lane, labels) {
  const lines = lane.ring % 3 === 0 ? [labels.join(' · ')] : labels;
  const key = lines.join('\n');
  if (lane.numbers.dataset.key === key)
    return;
  lane.numbers.dataset.key = key;
  const x = lane.numbers.getAttribute('x');
  lane.numbers.replaceChildren(...lines.map((line, i) =>
    element('svg:tspan', { x, dy: i * 19 }, line)));
}

function drawPhase(lane, now, ran) {
  const waiting =
    now.waiting.filter((entry) => (entry.lane ?? LANE_OF_KIND[entry.kind]) === lane.id).length;
  const active = now.phase === lane.id;
  const labels = [waiting > 0 && `${waiting.toLocaleString('en')} waiting`,
                  ran > 0 && `${ran.toLocaleString('en')} run`].filter(Boolean);
  const text = labels.join(' · ');
  lane.group.classList.toggle('active', active);
  lane.group.classList.toggle('lends', active && now.lane !== lane.id);
  setNumbers(lane, labels);
  lane.group.setAttribute('aria-label',
                          `${lane.name}${active ? ', now' : ''}: ${text || 'nothing'}`);
  const shown = Math.min(waiting, MOST_DOTS);
  if (lane.dots.childElementCount === shown)
    return;
  const from = angleOf(lane) - (shown - 1) * 2.7;
  lane.dots.replaceChildren(...Array.from({ length: shown }, (_, i) => {
    const [cx, cy] = polar(from + i * 5.4, RIM);
    return element('svg:circle', { cx, cy, r: 4.5 });
  }));
}

function chip(entry, onSelect) {
  const attributes = { title: `${showName(entry)} ${entry.where}`, onclick: () => onSelect(entry) };
  return element('li', {}, element('button', attributes, cut(showName(entry), 26)));
}

function drawQueue(laneId, now, onSelect) {
  const box = document.querySelector(`.queue[data-lane=${laneId}]`);
  const list = queued(now, laneId);
  const key = list.slice(0, MOST_CHIPS).map((entry) => entry.id).join() + list.length;
  box.classList.toggle('active', now.lane === laneId);
  box.classList.toggle('unsure', now.stop === undefined);
  if (box.dataset.key === key)
    return;
  box.dataset.key = key;
  const items = list.slice(0, MOST_CHIPS).map((entry) => chip(entry, onSelect));
  if (list.length > MOST_CHIPS)
    items.push(element('li', { class: 'more' }, `and ${list.length - MOST_CHIPS} more`));
  if (list.length === 0)
    items.push(element('li', { class: 'none' }, 'empty'));
  box.querySelector('ol').replaceChildren(...items);
}

function drawPool() {
  const pool = model.counters?.pool;
  document.querySelector('.pool').hidden = pool === undefined;
  if (pool === undefined)
    return;
  const threads = pool.threads || 4;
  const kinds = pool.kinds.flatMap((kind) => Array(kind.running).fill(kind.name));
  $('threads').replaceChildren(...Array.from({ length: threads }, (_, i) => element(
    'span', { class: i < pool.busy ? 'busy' : '' }, i < pool.busy ? kinds[i] ?? 'busy' : 'free')));
  const done = pool.kinds.reduce((sum, kind) => sum + kind.done, 0);
  $('pool-text').textContent = pool.depth > 0 ?
    `${count(pool.depth, 'job waits', 'jobs wait')} for a thread` :
    done > 0 ? `${count(done, 'job')} done` : 'not used yet';
}

// The number of entries that ran in each lane, up to the selected one or until now.
function ranBy(selected) {
  const counts = { ...model.ranIn };
  const { ran, open, gate } = model;
  for (let i = ran.length - 1; selected !== null && i >= 0 && ran[i].index > selected.index; i--)
    counts[ran[i].lane]--;
  if (selected === null && open !== null && gate.waiting)
    counts[open.lane]--;
  return counts;
}

function drawRing(selected, onSelect) {
  const now = situation(selected);
  const ranIn = ranBy(selected);
  if (LANE.has(now.phase))
    turnHand(now.phase, now.turn);
  $('ring').classList.toggle('outside', now.phase === 'main' || now.phase === undefined);
  centre.turn.textContent = now.phase === 'main' ? 'before turn 1' :
    `turn ${now.turn.toLocaleString('en')}`;
  centre.doing.textContent = now.doing;
  centre.name.textContent = cut(now.name, 24);
  for (const lane of RING)
    drawPhase(lane, now, ranIn[lane.id] ?? 0);
  drawQueue('ticks', now, onSelect);
  drawQueue('promises', now, onSelect);
  drawPool();
}
