// The output of the program. Each piece links to the callback that printed it.

const MOST_PIECES = 1000;
const shownPieces = new Map();       // piece -> its button
const COLOURS = /\x1b\[[\d;]*m/g;      // escape sequences for a terminal

function addPrinted(id, fd, text) {
  const entry = model.entries.get(id);
  const plain = text.replace(COLOURS, '');
  model.output.push({ entry, fd, text: plain });
  if (model.output.length > MOST_PIECES) {
    const oldest = model.output.shift();
    shownPieces.get(oldest)?.remove();
    shownPieces.delete(oldest);
  }
  if (entry !== undefined)
    entry.printed = (entry.printed ?? '') + plain;
}

function pieceButton(piece, onSelect) {
  const { entry, fd, text } = piece;
  const by = entry === undefined ? '' : showName(entry);
  return element('button', { 'class': fd === 2 ? 'error' : '', 'title': by, 'tabindex': -1,
                             'onclick': () => onSelect(entry) }, text.replace(/\n$/, '') || ' ');
}

function drawOutput(onSelect) {
  document.body.classList.toggle('has-output', model.output.length > 0);
  const box = $('printed');
  const isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 4;
  for (const piece of model.output) {
    let button = shownPieces.get(piece);
    if (button === undefined) {
      shownPieces.set(piece, button = pieceButton(piece, onSelect));
      box.append(button);
    }
    const isSelected = view.selected !== null && piece.entry === view.selected;
    if (isSelected && !button.classList.contains('selected'))
      box.scrollTop = button.offsetTop - box.clientHeight / 2;
    button.classList.toggle('selected', isSelected);
    button.classList.toggle('later', view.selected !== null &&
                            piece.entry?.index > view.selected.index);
  }
  if (isAtEnd && view.selected === null)
    box.scrollTop = box.scrollHeight;
}
