// The connection to the program: it sends server-sent events, the buttons send commands.

const token = new URLSearchParams(location.search).get('t') ?? '';
const address = (path, parameters = {}) =>
  `${path}?${new URLSearchParams({ ...parameters, t: token })}`;

function command(name, speed) {
  return fetch(address('/command', speed === undefined ? { do: name } : { do: name, speed }),
               { method: 'POST' })
    .catch(() => setConnected(false));
}

function setConnected(connected) {
  model.connected = connected;
  changed();
}

function connect(onChange) {
  const events = new EventSource(address('/events'));
  const on = (name, handle) => events.addEventListener(name, (event) => {
    handle(event.data);
    changed();
    onChange();
  });
  on('message', addLines);
  on('counters', (data) => { model.counters = JSON.parse(data); });
  on('gate', (data) => {
    model.gate = JSON.parse(data);
    suggestScale();
  });
  on('lost', (data) => { model.lost += +data; });
  events.addEventListener('open', () => { setConnected(true); onChange(); });
  events.addEventListener('error', () => { setConnected(false); onChange(); });
}

// ---- The bar at the top ----

// The slider's positions are powers of two: callbacks per second.
const speedOf = (position) => 2 ** position;
const speedText = (speed) =>
  (speed >= 1 ? `${+speed.toFixed(1)} / s` : `1 in ${+(1 / speed).toFixed(1)} s`);

function status() {
  const { gate, counters, open, connected } = model;
  if (window.GYRE_TRACE !== undefined)
    return ['over', 'a recording'];
  if (gate.over !== undefined)
    return ['over', connected ? `ended with code ${gate.over}` : 'ended'];
  if (!connected)
    return ['gone', 'not connected: the process has ended'];
  if (gate.waiting && gate.mode === 'step')
    return ['paused', 'paused before the next callback'];
  if (gate.mode === 'step')
    return ['paused', 'paused: waits for a callback'];
  if (open !== null && !gate.waiting && counters !== null &&
      counters.now_ns - open.began > 2 * BLOCKED_NS)
    return ['blocked', 'blocked'];
  if (counters?.asleep)
    return ['asleep', 'asleep, waiting'];
  return ['running', gate.mode === 'slow' ? 'slow motion' : 'running'];
}

function drawControls() {
  const { gate } = model;
  const [state, text] = status();
  const isGone = !model.connected || gate.over !== undefined;
  $('status').dataset.state = state;
  $('status').lastElementChild.textContent = text;
  $('controls').hidden = window.GYRE_TRACE !== undefined ||
    (!model.connected && model.ran.length > 0);
  for (const id of ['run', 'pause', 'step', 'slow', 'speed'])
    $(id).disabled = isGone;
  $('run').setAttribute('aria-pressed', gate.mode === 'run' && !isGone);
  $('pause').setAttribute('aria-pressed', gate.mode === 'step' && !isGone);
  $('slow').setAttribute('aria-pressed', gate.mode === 'slow' && !isGone);
  $('end').hidden = gate.over === undefined || !model.connected;
  for (const id of ['run', 'pause', 'step', 'slow'])
    $(id).hidden = gate.over !== undefined;
  document.querySelector('.speed').hidden = gate.over !== undefined;
  document.title = `${window.GYRE_PROGRAM?.title ?? 'gyre'} · gyre`;
}

function makeControls() {
  const speed = () => speedOf(+$('speed').value);
  const title = window.GYRE_PROGRAM?.title ?? 'gyre';
  $('title').textContent = title.startsWith('/') ? title.slice(title.lastIndexOf('/') + 1) : title;
  $('title').title = title;
  $('run').addEventListener('click', () => command('run'));
  $('pause').addEventListener('click', () => command('pause'));
  $('step').addEventListener('click', () => command('step'));
  $('slow').addEventListener('click', () => command('slow', speed()));
  $('end').addEventListener('click', () => command('end'));
  $('speed').addEventListener('input', () => {
    $('speed-text').value = speedText(speed());
    if (model.gate.mode === 'slow')
      command('slow', speed());
  });
  $('speed-text').value = speedText(speed());
}
