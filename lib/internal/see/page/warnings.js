// Warnings about problems. There is one line per kind of problem and cause, with the worst case and
// the number of times.

const BLOCKED_NS = 50e6;
const LONG_START_NS = 500e6;
const LATE_NS = 50e6;
const ROUNDS = 1000;       // consecutive ticks and promise jobs
const MOST_WARNINGS = 6;

const warnings = new Map();     // key -> { text, entry, size, times, at }
let inARow = 0;

function warn(key, size, entry, text) {
  const old = warnings.get(key);
  const times = (old?.times ?? 0) + 1;
  if (old === undefined || size >= old.size)
    warnings.set(key, { text, entry, size, times, at: model.version });
  else
    old.times = times;
}

const quoted = (entry) => `“${showName(entry)}”`;
const at = (entry) => (place(entry.where) ? ` (${place(entry.where).text})` : '');

function warnOf(entry) {
  const ran = entry.ended - entry.began;
  if (entry.kind === 'main') {
    if (ran > LONG_START_NS)
      warn('start', ran, entry,
           `The main script ran for ${duration(ran)}: the loop begins when it has ended.`);
  } else if (ran > BLOCKED_NS) {
    warn(`blocked ${entry.where}`, ran, entry,
         `${quoted(entry)}${at(entry)} ran for ${duration(ran)}. ` +
         'It blocked the loop: nothing else could run.');
  }
  warnOfLate(entry);
  warnOfStarving(entry);
}

function warnOfLate(entry) {
  const delay = entry.detail?.delay;
  if (!(entry.kind === 'timer' || entry.kind === 'interval') || !(delay > 0))
    return;
  const late = waited(entry) - Math.max(1, delay) * 1e6;
  if (late < LATE_NS)
    return;
  const cause = culprit(entry, late);
  if (cause?.kind === 'main' && late < LONG_START_NS)
    return;     // every program has a main script
  warn(`late ${entry.where}`, late, entry,
       `The ${delay} ms timer ${quoted(entry)}${at(entry)} ran ${duration(late)} late` +
       (cause ? `, because ${quoted(cause)}${at(cause)} was running.` : '.'));
}

// The entry that ran longest between the due time of a timer and the time when it ran.
function culprit(entry, late) {
  let worst;
  for (let one = previous(entry);
       one !== undefined && one.ended > entry.began - late;
       one = previous(one)) {
    if (worst === undefined || one.ended - one.began > worst.ended - worst.began)
      worst = one;
  }
  return worst !== undefined && worst.ended - worst.began > late / 2 ? worst : undefined;
}

function warnOfStarving(entry) {
  if (entry.queue === '') {
    inARow = 0;
    return;
  }
  if (++inARow % ROUNDS === 0) {
    warn('starving', inARow, entry,
         `${inARow.toLocaleString('en')} ticks and promise jobs have run without a turn of the ` +
         `loop; the last one is ${quoted(entry)}${at(entry)}. ` +
         'Timers and I/O wait until both queues are empty.');
  }
}

// ---- Now ----

function currentWarnings() {
  const list = [];
  const { counters, open, gate } = model;
  if (counters === null || gate.over !== undefined)
    return list;
  const { pool } = counters;
  const since = open === null || gate.waiting ? 0 : counters.now_ns - open.began;
  if (since > 2 * BLOCKED_NS) {
    const text =
      `${quoted(open)}${at(open)} has been running for ${duration(since)}: the loop is blocked.`;
    list.push({ entry: open, urgent: true, text });
  }
  if (pool.depth > 0 && pool.busy >= pool.threads) {
    const held = pool.kinds.filter((kind) => kind.running > 0).map((kind) => kind.name).join(', ');
    list.push({ entry: null, urgent: true,
                text: `The thread pool is full: all ${pool.threads} threads are busy` +
                      `${held && ` (${held})`} and ` +
                      `${count(pool.depth, 'job waits', 'jobs wait')}. ` +
                      'UV_THREADPOOL_SIZE sets its size.' });
  }
  return list;
}

function allWarnings() {
  const past = [...warnings.values()].sort((a, b) => b.size - a.size);
  const list = [...currentWarnings(), ...past.slice(0, MOST_WARNINGS)];
  if (past.length > MOST_WARNINGS)
    list.push({ entry: null,
                text: `… and ${count(past.length - MOST_WARNINGS, 'more warning')}.` });
  if (model.lost > 0)
    list.push({ entry: null,
                text: `${count(model.lost, 'earlier event is', 'earlier events are')} not shown: ` +
                      'the buffer of events was full.' });
  return list;
}

let shownWarnings = '';
function drawWarnings(select) {
  const list = allWarnings();
  const key = list.map((one) => one.text + one.times).join('\n');
  if (key === shownWarnings)
    return;
  shownWarnings = key;
  $('warnings').replaceChildren(...list.map(({ text, entry, times, urgent }) => element(
    'li', { class: urgent ? 'urgent' : '' }, text,
    ...times > 1 ? [element('small', {}, ` ${times}×`)] : [],
    ...entry ? [' ', element('button', { class: 'link', onclick: () => select(entry) }, 'Show')] :
      [])));
}
