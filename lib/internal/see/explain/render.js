'use strict';
// Renders a story as text for people, grouped by turn and phase, or as JSON.
//
// (1) Only a terminal gets colours, unless NO_COLOR is set.
// (2) Lines are wrapped at the terminal's width, at most 100 columns.

const {
  ArrayPrototypeFind, ArrayPrototypeMap, ArrayPrototypeSome, JSONStringify, MathMax, MathMin,
  ObjectKeys,
  RegExpPrototypeExec, SafeMap, SafeSet, StringPrototypeRepeat, StringPrototypeReplace,
  StringPrototypeSlice, StringPrototypeSplit, StringPrototypeTrim,
} = primordials;
const { getOption } = require('internal/process/object');
const { formatDuration } = require('internal/see/duration');
const { KINDS, line, count, the, hotSpot, isNamed,
        what } = require('internal/see/explain/phrases');

const WIDEST = 100;
const NARROWEST = 40;
const BAR = '\u2502';
const RULE = '\u2500';
const COLOURS = { __proto__: null, bold: '1', dim: '2', source: '34', heading: '1;36', queue: '35',
                  output: '32', number: '33' };

const PHASES = {
  __proto__: null,
  timers: 'timers that are due',
  pending: 'callbacks that an earlier turn deferred',
  idle: 'runs in every turn',
  prepare: 'runs right before poll',
  poll: 'waits for I/O and runs the callbacks of what is ready',
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

  // Adds the text, wrapped to the width, with an indent.
  wrap(text, indent, style) {
    let line = '';
    const flush = () => {
      if (line !== '')
        this.add(StringPrototypeRepeat.call(' ', indent) +
                 (style === undefined ? line : this.paint(style, line)));
      line = '';
    };
    // A number and its unit stay together.
    const joined = StringPrototypeReplace.call(text, /(\d) (?=\S?s\b)/g, '$1\u00a0');
    const parts = StringPrototypeSplit.call(joined, ' ');
    for (let i = 0; i < parts.length; i++) {
      const part = StringPrototypeReplace.call(parts[i], '\u00a0', ' ');
      if (line !== '' && indent + line.length + 1 + part.length > this.width)
        flush();
      line += line === '' ? part : ` ${part}`;
    }
    flush();
  }

  heading(title, description) {
    const whole = description === '' ? title : `${title}: ${description}`;
    const fits = whole.length + 4 <= this.width;
    const shown = fits ? whole : title;
    this.add();
    this.add(this.paint('heading', `${RULE}${RULE} ${shown} `) +
      this.paint('dim',
                 StringPrototypeRepeat.call(RULE, MathMax(0, this.width - shown.length - 4))));
    if (!fits)
      this.wrap(description, 3, 'dim');
  }

  output(text, indent) {
    if (text === '')
      return;
    const lines = StringPrototypeSplit.call(StringPrototypeReplace.call(text, /\n$/, ''), '\n');
    const margin = `${StringPrototypeRepeat.call(' ', indent)}${this.paint('output', BAR)} `;
    for (let i = 0; i < lines.length; i++)
      this.add(margin + lines[i]);
  }
}

// ---- Groups ----

// The heading above an entry. It is shown when it differs from that of the entry before.
function groupOf(entry) {
  if (entry.kind === 'main')
    return { title: 'main script', description: 'before the loop' };
  if (entry.phase === 'main') {
    return entry.turn > 0 ? { title: 'after the loop', description: '' } :
      { title: 'after the main script', description: 'the two queues, before the loop begins' };
  }
  return { title: `turn ${entry.turn}, ${entry.phase}`, description: PHASES[entry.phase] ?? '' };
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
    return `continues after await${detail.what === undefined ? '' : ` of ${detail.what}`}`;
  return KINDS[kind];
}

// "2. tick save()  app.js:5, scheduled at app.js:4"
function title(page, entry, number) {
  const place = line(entry.where);
  const from = line(entry.from);
  let text = `${page.paint('number', `${number}.`)} ${page.paint('bold', kindOf(entry))}`;
  if (entry.kind === 'main')
    return `${text}  ${StringPrototypeReplace.call(place, /:1$/, '')}`;
  if (isNamed(entry))
    text += ` ${page.paint('bold', `${entry.name}()`)}`;
  if (place !== '')
    text += `  ${place}`;
  if (from !== '' && from !== place)
    text += `, ${entry.detail.event === undefined ? 'scheduled' : 'added'} at ${from}`;
  return text;
}

const INDENT = 4;

const plain = (text) => StringPrototypeReplace.call(text, /\x1b\[[\d;]*m/g, '');

const msText = (ms) => formatDuration(ms * 1e6);

function timesOf(entry) {
  const ran = entry.ran === null ? 'did not return' : `ran ${msText(entry.ran)}`;
  return entry.kind === 'main' || entry.detail.event !== undefined ? ran :
    `waited ${msText(entry.waited)}, ${ran}`;
}

function addEntry(page, entry, number, indent) {
  const inner = indent + INDENT;
  const head = StringPrototypeRepeat.call(' ', indent) + title(page, entry, number);
  const times = page.paint('dim', `(${timesOf(entry)})`);
  if (plain(head).length + 2 + plain(times).length <= page.width) {
    page.add(`${head}  ${times}`);
  } else {
    page.add(head);
    page.add(StringPrototypeRepeat.call(' ', inner) + times);
  }
  const source = entry.kind === 'main' ? '' : sourceOf(entry.where || entry.from);
  if (source !== '')
    page.add(StringPrototypeRepeat.call(' ', inner) +
             page.paint('source', cut(source, page.width - inner)));
  page.wrap(entry.reason.text, inner);
  const spot = hotSpot(entry);
  if (spot !== '')
    page.wrap(`It spent most of its time ${spot}.`, inner);
  page.output(entry.printed, inner);
}

// ---- The line of source ----

const files = new SafeMap();      // path -> its lines

function linesOf(path) {
  if (!files.has(path)) {
    let text = '';
    try {
      text = RegExpPrototypeExec.call(/^\[eval\d*\]$/, path) !== null ? getOption('--eval') ?? '' :
        require('fs').readFileSync(path, 'utf8');
    } catch {
      // The file does not exist any more: no line is shown.
    }
    files.set(path, StringPrototypeSplit.call(text, '\n'));
  }
  return files.get(path);
}

// Of input of the REPL, which is mostly one line, from the column on.
function sourceOf(place) {
  const match = RegExpPrototypeExec.call(/^(.+?):(\d+)(?::(\d+))?$/, place);
  if (match === null)
    return '';
  const text = linesOf(match[1])[match[2] - 1] ?? '';
  const isInput = match[1] === 'input' && match[3] > 1 && match[3] <= text.length;
  return StringPrototypeTrim.call(isInput ?
    `\u2026${StringPrototypeSlice.call(text, match[3] - 1)}` : text);
}

const cut = (text, width) => (text.length <= width ? text :
  `${StringPrototypeSlice.call(text, 0, width - 1)}\u2026`);

// The number of entries from `at` on that are alike and print nothing.
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

const MANY = 8;       // from so many entries on that are alike, only FEW are shown
const FEW = 3;

function addRest(page, entries, at, number, indent) {
  let ran = 0;
  for (let i = at; i < at + number; i++)
    ran += entries[i].ran;
  const { turn } = entries[at + number - 1];
  const until = turn === entries[at].turn ? '' : `, one a turn up to turn ${turn}`;
  page.wrap(`\u22ee ${count(number)} more like this${until}, ` +
            `which ran ${msText(ran)} in all`, indent, 'dim');
}

// Reports turns in which no code of the program ran.
function addGap(page, before, { turn }) {
  const first = (before?.turn ?? 0) + 1;
  if (turn <= first)
    return;
  page.add();
  page.add(page.paint('dim', first === turn - 1 ? `   turn ${first}: no code of the program ran` :
    `   turns ${first} to ${turn - 1}: no code of the program ran`));
}

function addEntries(page, { entries }) {
  const described = new SafeSet();
  let group = '';
  let queue = '';
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i];
    const { title: name, description } = groupOf(entry);
    if (name !== group) {
      addGap(page, entries[i - 1], entry);
      page.heading(name, described.has(description) ? '' : description);
      described.add(description);
      queue = '';
    }
    group = name;
    if (entry.queue !== queue && entry.queue !== '')
      page.add(`   ${page.paint('queue', `\u21b3 ${QUEUES[entry.queue]}`)}`);
    queue = entry.queue;
    const indent = entry.queue === '' ? 1 : 5;
    addEntry(page, entry, i + 1, indent);
    page.output(entry.after, 1);
    const same = alike(entries, i);
    if (same >= MANY && i > 0 && alike(entries, i - FEW + 1) === same + FEW - 1) {
      addRest(page, entries, i + 1, same - 1, indent);
      i += same - 1;
    }
  }
}

// ---- The end ----

const ENDINGS = [
  { when: (s) => s.ending.by === 'for',
    text: () => 'The program was still running at the end of its time (--for), and was ended.' },
  { when: (s) => s.ending.by === 'interrupt', text: () => 'The program was interrupted.' },
  { when: (s) => s.ending.signal !== null,
    text: (s) => `The program was killed by ${s.ending.signal}.` },
  { when: (s) => s.ending.code !== 0,
    text: (s) => `The program ended with code ${s.ending.code}.` },
  { when: (s) => ArrayPrototypeSome.call(s.never, isWaiting),
    text: () => 'The program ended with code 0.' },
  { when: () => true,
    text: () => 'Nothing kept the loop alive any more: the program ended with code 0.' },
];

const isWaiting = (entry) => entry.isCleared === '';
const MAX_NEVER = 10;
const STILL_WAITING = {
  __proto__: null, true: 'it still waits', false: 'it was still waiting when the program ended',
};
const SETTLED = {
  __proto__: null,
  fulfilled: 'its promise was fulfilled, and it handles a rejection',
  rejected: 'its promise was rejected, and it handles a fulfilment',
};

function addNever(page, { never, reachedLimit, isCut, ending }) {
  if (reachedLimit || isCut || never.length === 0)
    return;
  page.heading('never ran', '');
  for (let i = 0; i < never.length && i < MAX_NEVER; i++) {
    const entry = never[i];
    const reason = isWaiting(entry) ? STILL_WAITING[ending === null] :
      SETTLED[entry.isCleared] ?? `cleared at ${line(entry.isCleared)}`;
    page.wrap(`- ${StringPrototypeReplace.call(title(page, entry, 0), /^\S+ /, '')}: ${reason}`, 1);
  }
  if (never.length > MAX_NEVER)
    page.add(` and ${count(never.length - MAX_NEVER)} more`);
}

// Reports the callback that had not returned when the program was ended.
function addStuck(page, { entries, ending }) {
  const last = entries[entries.length - 1];
  if (last?.isOpen === true && ending.code === null)
    page.wrap(`${the(last, true)} had not returned: nothing else could run.`, 0);
}

function addHolders(page, { ending: { holders } }) {
  if (holders.length === 0)
    return;
  page.add();
  page.add('What kept it alive:');
  for (let i = 0; i < holders.length; i++) {
    const { kind, what: state, line: place, release } = holders[i];
    const made = place === '' ? '' : `, made at ${line(place)}`;
    page.wrap(`- ${kind}, ${state}${made}; to release it: ${release}`, 1);
  }
}

function toText(story, stream) {
  const isTerminal = stream.isTTY === true;
  const width = MathMax(NARROWEST, MathMin(WIDEST, isTerminal ? stream.columns : WIDEST));
  const page = new Page({ width, colours: isTerminal && !process.env.NO_COLOR });
  page.output(story.before, 1);
  files.set('[stdin]', StringPrototypeSplit.call(story.stdin, '\n'));
  const given = ObjectKeys(story.sources ?? {});
  for (let i = 0; i < given.length; i++)
    files.set(given[i], StringPrototypeSplit.call(story.sources[given[i]], '\n'));
  addEntries(page, story);
  addNever(page, story);
  page.add();
  if (story.reachedLimit)
    page.wrap(`The report ends after ${count(story.entries.length)} callbacks; the program ` +
      'continued (--limit=N reports more).', 0);
  if (story.isCut)
    page.wrap(`${require('os').tmpdir()} is full: the report ends where the record ends.`, 0);
  if (story.ending === null)
    return page.text;
  page.wrap(ArrayPrototypeFind.call(ENDINGS, ({ when }) => when(story)).text(story), 0);
  addStuck(page, story);
  addHolders(page, story);
  return page.text;
}

// ---- JSON ----

const FIELDS = ['id', 'kind', 'name', 'where', 'from', 'by', 'turn', 'phase', 'queue', 'scheduled',
                'began', 'ended', 'detail'];
function fieldsOf(entry) {
  const fields = { __proto__: null };
  for (let i = 0; i < FIELDS.length; i++)
    fields[FIELDS[i]] = entry[FIELDS[i]];
  return fields;
}

function toJson({ entries, never, ending, reachedLimit, isCut, before }) {
  return `${JSONStringify({
    __proto__: null,
    entries: ArrayPrototypeMap.call(entries, (entry) => ({
      __proto__: null, ...fieldsOf(entry), waited: entry.waited, ran: entry.ran,
      reason: entry.reason, printed: entry.printed, printedAfter: entry.after,
    })),
    never: ArrayPrototypeMap.call(never, (entry) => ({
      __proto__: null, ...fieldsOf(entry), cleared: entry.isCleared,
    })),
    printedBefore: before,
    ending: { __proto__: null, ...ending, reachedLimit, isCut },
  }, null, 2)}\n`;
}

module.exports = { toText, toJson };
