'use strict';
// The story as text for people, grouped by turn and phase, or as JSON for machines.
//
// (1) Colours are for terminals, and not where NO_COLOR is set.
// (2) Lines are wrapped at the terminal's width, at most 100 columns.

const { getOption } = require('internal/process/object');
const { KINDS, line, count, time, the, hotSpot, isNamed,
        what } = require('internal/see/explain/words');

const WIDEST = 100;
const NARROWEST = 40;
const BAR = '\u2502';
const RULE = '\u2500';
const COLOURS = { __proto__: null, bold: '1', dim: '2', source: '34', heading: '1;36', queue: '35',
                  output: '32', number: '33' };

const PHASES = {
  __proto__: null,
  timers: 'timers that are due',
  pending: 'callbacks that were put off',
  idle: 'runs in every turn', prepare: 'right before poll',
  poll: 'waits for I/O, and calls back for what is ready',
  check: 'immediates',
  close: 'close callbacks',
};

class Page {
  constructor({ width, colours }) {
    this.width = width;
    this.colours = colours;
    this.text = '';
  }

  paint(style, text) {
    return this.colours ? `\x1b[${COLOURS[style]}m${text}\x1b[0m` : text;
  }

  add(text = '') {
    this.text += `${text}\n`;
  }

  // Words wrapped to the width, behind an indent.
  wrap(text, indent, style) {
    let row = '';
    const flush = () => {
      if (row !== '')
        this.add(' '.repeat(indent) + (style === undefined ? row : this.paint(style, row)));
      row = '';
    };
    for (const part of text.replace(/(\d) (?=\S?s\b)/g, '$1\u00a0').split(' ')) {
      const word = part.replace('\u00a0', ' ');      // a number and its unit stay together
      if (row !== '' && indent + row.length + 1 + word.length > this.width)
        flush();
      row += row === '' ? word : ` ${word}`;
    }
    flush();
  }

  heading(title, note) {
    const whole = note === '' ? title : `${title}: ${note}`;
    const fits = whole.length + 4 <= this.width;
    const shown = fits ? whole : title;
    this.add();
    this.add(this.paint('heading', `${RULE}${RULE} ${shown} `) +
      this.paint('dim', RULE.repeat(Math.max(0, this.width - shown.length - 4))));
    if (!fits)
      this.wrap(note, 3, 'dim');
  }

  output(text, indent) {
    if (text === '')
      return;
    const rows = text.replace(/\n$/, '').split('\n');
    for (const row of rows)
      this.add(`${' '.repeat(indent)}${this.paint('output', BAR)} ${row}`);
  }
}

// ---- Groups ----

// What stands above an entry, when it differs from that of the entry before.
function groupOf(entry) {
  if (entry.kind === 'main')
    return { title: 'main script', note: 'before the loop' };
  if (entry.phase === 'main') {
    return entry.turn > 0 ? { title: 'after the loop', note: '' } :
      { title: 'after the main script', note: 'the two queues, before the loop begins' };
  }
  return { title: `turn ${entry.turn}, ${entry.phase}`, note: PHASES[entry.phase] ?? '' };
}

const QUEUES = { __proto__: null, ticks: 'ticks', promises: 'promise jobs' };

function kindOf(entry) {
  const { kind, detail } = entry;
  if (kind === 'timer' || kind === 'interval')
    return `${KINDS[kind]} of ${count(detail.delay)} ms`;
  if (kind === 'io')
    return detail.what === undefined ? 'callback' : `callback of ${detail.what}`;
  if (kind === 'listener' || kind === 'close')
    return `${KINDS[kind]} of ${what(entry)}`;
  if (kind === 'await')
    return `goes on behind await${detail.what === undefined ? '' : ` of ${detail.what}`}`;
  return KINDS[kind];
}

// "2. tick save()  app.js:5, set by app.js:4"
function title(page, entry, number) {
  const place = line(entry.where);
  const from = line(entry.from);
  let text = `${page.paint('number', `${number}.`)} ${page.paint('bold', kindOf(entry))}`;
  if (entry.kind === 'main')
    return `${text}  ${place.replace(/:1$/, '')}`;
  if (isNamed(entry))
    text += ` ${page.paint('bold', `${entry.name}()`)}`;
  if (place !== '')
    text += `  ${place}`;
  if (from !== '' && from !== place)
    text += `, ${entry.detail.event === undefined ? 'scheduled' : 'added'} at ${from}`;
  return text;
}

const INDENT = 4;

const plain = (text) => text.replace(/\x1b\[[\d;]*m/g, '');

const timesOf = (entry) =>
  (entry.kind === 'main' || entry.detail.event !== undefined ? `ran ${time(entry.ran)}` :
    `waited ${time(entry.waited)}, ran ${time(entry.ran)}`);

function tellEntry(page, entry, number, indent) {
  const inner = indent + INDENT;
  const head = ' '.repeat(indent) + title(page, entry, number);
  const times = page.paint('dim', `(${timesOf(entry)})`);
  if (plain(head).length + 2 + plain(times).length <= page.width) {
    page.add(`${head}  ${times}`);
  } else {
    page.add(head);
    page.add(' '.repeat(inner) + times);
  }
  const source = entry.kind === 'main' ? '' : sourceOf(entry.where || entry.from);
  if (source !== '')
    page.add(' '.repeat(inner) + page.paint('source', cut(source, page.width - inner)));
  page.wrap(entry.reason.text, inner);
  const spot = hotSpot(entry);
  if (spot !== '')
    page.wrap(`It spent most of its time ${spot}.`, inner);
  page.output(entry.printed, inner);
}

// ---- The line of source ----

const files = new Map();      // path -> its lines

function linesOf(path) {
  if (!files.has(path)) {
    let text = '';
    try {
      text = /^\[eval\d*\]$/.test(path) ? getOption('--eval') ?? '' : require('fs').readFileSync(path, 'utf8');
    } catch {
      // A file that is gone: there is no line to show.
    }
    files.set(path, text.split('\n'));
  }
  return files.get(path);
}

function sourceOf(place) {
  const match = /^(.+?):(\d+)(?::\d+)?$/.exec(place);
  return match === null ? '' : (linesOf(match[1])[match[2] - 1] ?? '').trim();
}

const cut = (text, width) => (text.length <= width ? text : `${text.slice(0, width - 1)}\u2026`);

// How many entries from `at` on are one like the other and print nothing.
function alike(entries, at) {
  const first = entries[at];
  let end = at;
  while (end < entries.length && entries[end].printed === '' && entries[end].after === '' &&
         entries[end].queue === first.queue && entries[end].kind === first.kind &&
         entries[end].where === first.where && entries[end].reason.rule === first.reason.rule &&
         (entries[end].queue === '' || entries[end].turn === first.turn))
    end++;
  return end - at;
}

const FEW = 3;        // of many that are alike, so many are told
const MANY = 8;

function tellMore(page, entries, at, number, indent) {
  const more = entries.slice(at, at + number);
  const ran = more.reduce((sum, entry) => sum + entry.ran, 0);
  const turns = more.at(-1).turn - more[0].turn;
  const until = turns === 0 ? '' : `, one a turn up to turn ${more.at(-1).turn}`;
  page.wrap(`\u22ee ${count(number)} more like this${until}, which ran ${time(ran)} in all`, indent,
            'dim');
}

// Turns in which nothing of the program's ran: the loop was about its own business.
function tellGap(page, before, { turn }) {
  const first = (before?.turn ?? 0) + 1;
  if (turn <= first)
    return;
  page.add();
  page.add(page.paint('dim', first === turn - 1 ? `   turn ${first}: nothing of the program's ran` :
    `   turns ${first} to ${turn - 1}: nothing of the program's ran`));
}

function tellEntries(page, { entries }) {
  const noted = new Set();
  let group = '';
  let queue = '';
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i];
    const { title: name, note } = groupOf(entry);
    if (name !== group) {
      tellGap(page, entries[i - 1], entry);
      page.heading(name, noted.has(note) ? '' : note);
      noted.add(note);
      queue = '';
    }
    group = name;
    if (entry.queue !== queue && entry.queue !== '')
      page.add(`   ${page.paint('queue', `\u21b3 ${QUEUES[entry.queue]}`)}`);
    queue = entry.queue;
    const indent = entry.queue === '' ? 1 : 5;
    tellEntry(page, entry, i + 1, indent);
    page.output(entry.after, 1);
    const same = alike(entries, i);
    if (same >= MANY && i > 0 && alike(entries, i - FEW + 1) === same + FEW - 1) {
      tellMore(page, entries, i + 1, same - 1, indent);
      i += same - 1;
    }
  }
}

// ---- The end ----

const ENDINGS = [
  [(s) => s.ending.by === 'for',
   () => 'The program still ran when its time (--for) was over, and was ended.'],
  [(s) => s.ending.by === 'interrupt', () => 'The program was interrupted.'],
  [(s) => s.ending.signal !== null, (s) => `The program was ended by ${s.ending.signal}.`],
  [(s) => s.ending.code !== 0, (s) => `The program ended with code ${s.ending.code}.`],
  [(s) => s.never.some(isWaiting), () => 'The program ended with code 0.'],
  [() => true, () => 'Nothing was left that keeps the loop alive: the program ended with code 0.'],
];

const isWaiting = (entry) => entry.isCleared === '';
const TOLD_NEVER = 10;
const SETTLED = {
  __proto__: null,
  fulfilled: 'its promise was fulfilled, and it is for one that is rejected',
  rejected: 'its promise was rejected, and it is for one that is fulfilled',
};

function tellNever(page, { never, reachedLimit, isCut }) {
  if (reachedLimit || isCut || never.length === 0)
    return;
  page.heading('never ran', '');
  for (const entry of never.slice(0, TOLD_NEVER)) {
    const why = isWaiting(entry) ? 'it was still waiting when the program ended' :
      SETTLED[entry.isCleared] ?? `cleared at ${line(entry.isCleared)}`;
    page.wrap(`- ${title(page, entry, 0).replace(/^\S+ /, '')}: ${why}`, 1);
  }
  if (never.length > TOLD_NEVER)
    page.add(` and ${count(never.length - TOLD_NEVER)} more`);
}

// What had not returned when the program was ended.
function tellStuck(page, { entries, ending }) {
  const last = entries.at(-1);
  if (last?.isOpen === true && ending.code === null)
    page.wrap(`It was in ${the(last)}, which has not returned: nothing else could run.`, 0);
}

function tellHolders(page, { ending: { holders } }) {
  if (holders.length === 0)
    return;
  page.add();
  page.add('What kept it alive:');
  for (const { kind, what: state, line: place, release } of holders) {
    const made = place === '' ? '' : `, made at ${line(place)}`;
    page.wrap(`- ${kind}, ${state}${made}; let go with ${release}`, 1);
  }
}

function toText(story, stream) {
  const isTerminal = stream.isTTY === true;
  const width = Math.max(NARROWEST, Math.min(WIDEST, isTerminal ? stream.columns : WIDEST));
  const page = new Page({ width, colours: isTerminal && !process.env.NO_COLOR });
  page.output(story.before, 1);
  files.set('[stdin]', story.stdin.split('\n'));
  tellEntries(page, story);
  tellNever(page, story);
  page.add();
  if (story.reachedLimit)
    page.wrap(`The first ${count(story.entries.length)} callbacks are told; the program went on ` +
      '(--limit=N tells more).', 0);
  if (story.isCut)
    page.wrap(`What was recorded did not fit into ${require('os').tmpdir()}: the rest is not told.`, 0);
  page.wrap(ENDINGS.find(([when]) => when(story))[1](story), 0);
  tellStuck(page, story);
  tellHolders(page, story);
  return page.text;
}

// ---- For machines ----

const FIELDS = ['id', 'kind', 'name', 'where', 'from', 'by', 'turn', 'phase', 'queue', 'scheduled',
                'began', 'ended', 'detail'];
const fieldsOf = (entry) => Object.fromEntries(FIELDS.map((name) => [name, entry[name]]));

function toJson({ entries, never, ending, reachedLimit, isCut, before }) {
  return `${JSON.stringify({
    entries: entries.map((entry) => ({
      ...fieldsOf(entry), waited: entry.waited, ran: entry.ran, reason: entry.reason,
      printed: entry.printed, printedAfter: entry.after,
    })),
    never: never.map((entry) => ({ ...fieldsOf(entry), cleared: entry.isCleared })),
    printedBefore: before,
    ending: { ...ending, reachedLimit, isCut },
  }, null, 2)}\n`;
}

module.exports = { toText, toJson };
