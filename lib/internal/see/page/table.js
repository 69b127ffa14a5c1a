// The last callbacks as a table. One row is in the tab order; arrow keys move to its neighbours.

const ROWS = 120;
const rows = new Map();        // id -> row

function makeRow(entry, onSelect) {
  const lane = LANE.get(entry.lane);
  const where = place(entry.where)?.text ?? '';
  const button = element('button', { tabindex: -1, onclick: () => onSelect(entry) },
                         cut(showName(entry), 40));
  const row = element(
    'tr', { 'data-id': entry.id },
    element('td', { class: 'n' }, String(entry.index + 1)),
    element('td', { class: 'n' }, String(entry.turn)),
    element('td', {}, element('span', { 'class': 'lane', 'data-lane': lane.id },
                               element('span', { class: 'long-name' }, lane.name),
                               element('span', { class: 'short-name' }, lane.short))),
    element('td', {}, button),
    element('td', { class: 'wide where', title: entry.where }, where),
    element('td', { class: 'n' }), element('td', { class: 'n' }));
  row.addEventListener('click', () => onSelect(entry));
  return row;
}

function fillRow(row, entry) {
  const isOpen = entry === model.open;
  const cells = row.cells;
  cells[5].textContent = entry.kind === 'main' || listens(entry) ? '' : duration(waited(entry));
  cells[6].textContent = isOpen ? (model.gate.waiting ? 'next' : 'runs') :
    duration(entry.ended - entry.began);
  const tooLong = entry.kind === 'main' ? LONG_START_NS : BLOCKED_NS;
  cells[6].classList.toggle('long', entry.ended - entry.began > tooLong);
  row.classList.toggle('selected', entry === view.selected);
  row.dataset.done = isOpen ? '' : 'done';
}

// The newest entries first; if one is selected, the entries around it.
function shownEntries() {
  const { ran } = model;
  const { selected } = view;
  let end = ran.length;
  if (selected !== null && selected.index >= 0)
    end = Math.min(end, selected.index - ran[0].index + ROWS / 2);
  return ran.slice(Math.max(0, end - ROWS), end).reverse();
}

function drawTable(onSelect) {
  const entries = shownEntries();
  const ids = new Set(entries.map((entry) => entry.id));
  for (const [id, row] of rows) {
    if (!ids.has(id)) {
      row.remove();
      rows.delete(id);
    }
  }
  const body = $('rows');
  let at = body.firstElementChild;
  for (const entry of entries) {
    let row = rows.get(entry.id);
    if (row === undefined)
      rows.set(entry.id, row = makeRow(entry, onSelect));
    if (row.dataset.done !== 'done' || row.classList.contains('selected') ||
        entry === view.selected)
      fillRow(row, entry);
    if (row === at)
      at = at.nextElementSibling;
    else
      body.insertBefore(row, at);
  }
  setTabStop();
  showSelectedRow();
  $('count').textContent =
    `${count(model.next, 'callback')}, ${count(model.waiting.size, 'waits', 'wait')}`;
}

// Scrolls the box of the table, not the page.
let scrolledTo = null;
function showSelectedRow() {
  const row = view.selected === null ? undefined : rows.get(view.selected.id);
  if (view.selected === scrolledTo || row === undefined)
    return;
  scrolledTo = view.selected;
  const box = $('rows').closest('.scroll');
  const head = row.closest('table').tHead.offsetHeight;
  const [top, bottom] = [box.scrollTop + head, box.scrollTop + box.clientHeight];
  if (row.offsetTop < top || row.offsetTop + row.offsetHeight > bottom)
    box.scrollTop = row.offsetTop - box.clientHeight / 2;
}

function setTabStop() {
  const body = $('rows');
  const chosen = body.querySelector('tr.selected button') ?? body.querySelector('button');
  for (const button of body.querySelectorAll('button[tabindex="0"]'))
    button.tabIndex = -1;
  if (chosen !== null)
    chosen.tabIndex = 0;
}

function moveInTable(event, onSelect) {
  const row = event.target.closest('tr');
  const next = event.key === 'ArrowDown' ? row.nextElementSibling :
    event.key === 'ArrowUp' ? row.previousElementSibling : null;
  if (next === null)
    return;
  event.preventDefault();
  event.stopPropagation();
  onSelect(model.entries.get(+next.dataset.id));
  next.querySelector('button').focus();
}
