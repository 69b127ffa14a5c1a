"""bench/report.py: the figures of bench/run as a text table, as Markdown and as an SVG plot."""
import html
import math
import os
import random
import re

MARK_BEGIN, MARK_END = '<!-- figures: begin -->', '<!-- figures: end -->'


def figure(row, *series):
    """On one CPU the lower quartile: noise only adds. On all CPUs the scheduler's choices are part
    of the cost, so the median. Goes with figure() in main.c, which does so within one run."""
    values = sorted(v for s in series for v in row[s])
    return values[len(values) // (4 if row['cpus'] == 'one' else 2)]


def amount(value, unit):
    if unit == 'bytes':
        return '%.0f B' % value
    return '%.0f ns' % value if value < 10000 else '%.1f us' % (value / 1000)


def cost(row, side):
    return amount(figure(row, side), row['unit'])


def wall(row, side):
    return '-' if row['unit'] == 'bytes' else amount(figure(row, 'wall_' + side), 'ns')


def ratio(row):
    return figure(row, 'a', 'a2') / figure(row, 'b')


def likely(row):
    """Where the ratio lies in 9 of 10 drawings of as many runs from those that were made."""
    dice = random.Random(1)
    drawn = []
    for _ in range(400):
        again = {s: dice.choices(row[s], k=len(row[s])) for s in ('a', 'a2', 'b')}
        drawn.append(ratio(dict(again, cpus=row['cpus'])))
    drawn.sort()
    return drawn[20], drawn[-21]


def spread(row):
    """Lowest and highest ratio that single runs of both sides allow."""
    return min(row['a'] + row['a2']) / max(row['b']), max(row['a'] + row['a2']) / min(row['b'])


def cells(row):
    return (row['name'], cost(row, 'a'), cost(row, 'b'), '%.2fx' % row['ratio'],
            '%.2f-%.2f' % tuple(row['likely']), row['goal_text'] + 'x', row['reached'],
            '%.2f-%.2f' % spread(row), '%.1f%%' % (100 * row['noise']),
            wall(row, 'a'), wall(row, 'b'))


HEADER = ('case', 'libuv CPU', 'ours CPU', 'ratio', 'likely', 'goal', 'reached', 'min-max',
          'A/A noise', 'libuv wall', 'ours wall')


def verdict(summary):
    good = [r for r in summary['rows'] if 'error' not in r]
    count = {v: sum(r['reached'] == v for r in good) for v in ('yes', 'in noise', 'no')}
    text = '%(yes)d goals reached, %(in noise)d within the noise, %(no)d not' % count
    failed = len(summary['rows']) - len(good)
    return text + (', %d rows failed' % failed if failed else '')


def setting(summary):
    extra = ', ' + ' '.join(summary['settings']) if summary['settings'] else ''
    return ('A: libuv %(version_a)s, B: ours (%(version_b)s); %(cpu)s, %(cpus)d CPUs, '
            'Linux %(kernel)s; %(rounds)d rounds of %(ms_per_run)d ms; %(date)s' % summary + extra)


def aligned(texts, widths):
    return ''.join(t.rjust(w) if i else t.ljust(w) for i, (t, w) in enumerate(zip(texts, widths)))


def text_table(summary):
    lines = ['CPU per operation (user + system, whole process). ' + setting(summary)]
    widths = (28, 11, 11, 8, 12, 10, 9, 12, 10, 11, 11)
    group = None
    lines.append(aligned(HEADER, widths))
    for row in summary['rows']:
        if row['group'] != group:
            group = row['group']
            lines.append(group)
        if 'error' in row:
            lines.append('  %-26s failed, %s' % (row['name'], row['error']))
            continue
        lines.append('  ' + aligned(cells(row), (widths[0] - 2, *widths[1:])))
    lines.append(verdict(summary))
    lines += trace_lines(summary)
    return '\n'.join(lines)


def trace_lines(summary):
    """The lowest tenth: 1 % is looked for, and neighbours of the machine add 50 % to most runs at times."""
    lines = []
    for row in summary['tracing']:
        if 'error' in row:
            lines.append('tracing, %s: failed, %s' % (row['name'], row['error']))
            continue
        with_it, without = (sorted(row[side])[len(row[side]) // 10] for side in 'bn')
        lines.append('tracing, %s: %.1f ns with it, %.1f ns with it compiled out: %+.1f%% '
                     '(goal: at most +2%%)'
                     % (row['name'], with_it, without, 100 * (with_it / without - 1)))
    return lines


def markdown_table(summary):
    lines = [setting(summary) + '. ' + verdict(summary).capitalize() + '.', '',
             '| operation | ' + ' | '.join(HEADER) + ' |',
             '|---|---' + '|--:' * (len(HEADER) - 1) + '|']
    for row in summary['rows']:
        body = ' | '.join(cells(row)) if 'error' not in row else row['name'] + ' | failed'
        lines.append('| %s | %s |' % (row['what'], body))
    lines += ['', *('- ' + line for line in trace_lines(summary))]
    return '\n'.join(lines)


# --- the plot: one bar per case on a logarithmic axis, a tick where the goal is ---

ROW, LEFT, RIGHT, TOP = 17, 240, 90, 62
WIDTH = 980
COLOURS = {'yes': '#2f7d4f', 'in noise': '#b58900', 'no': '#b5483a'}


class Plot:
    def __init__(self, summary):
        self.rows = [r for r in summary['rows'] if 'error' not in r]
        top = max([r['ratio'] for r in self.rows] + [r['goal'] for r in self.rows] + [2])
        low = min([r['ratio'] for r in self.rows] + [0.8])
        self.low, self.high = math.log(low * 0.95), math.log(top * 1.1)
        self.parts = []

    def x(self, ratio):
        share = (math.log(ratio) - self.low) / (self.high - self.low)
        return LEFT + min(max(share, 0), 1) * (WIDTH - LEFT - RIGHT)

    def text(self, x, y, what, anchor='start', size=11, colour='#222', weight='normal'):
        self.parts.append('<text x="%.1f" y="%.1f" text-anchor="%s" font-size="%d" fill="%s" '
                          'font-weight="%s">%s</text>'
                          % (x, y, anchor, size, colour, weight, html.escape(what)))

    def line(self, x1, y1, x2, y2, colour, width=1.0):
        self.parts.append('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" '
                          'stroke-width="%.1f"/>' % (x1, y1, x2, y2, colour, width))

    def grid(self, bottom):
        for tick in (0.5, 0.8, 1, 1.25, 1.5, 2, 3, 5, 10, 20, 50):
            if self.low <= math.log(tick) <= self.high:
                x = self.x(tick)
                self.line(x, TOP - 6, x, bottom, '#888' if tick == 1 else '#e4e4e4')
                self.text(x, TOP - 10, '%gx' % tick, 'middle', 10, '#666')

    def bar(self, row, y):
        x0, x1 = sorted((self.x(1), self.x(row['ratio'])))
        low, high = row['likely']
        self.text(LEFT - 8, y + 11, row['name'], 'end')
        self.parts.append('<rect x="%.1f" y="%.1f" width="%.1f" height="10" fill="%s"/>'
                          % (x0, y + 2.5, max(x1 - x0, 1), COLOURS[row['reached']]))
        self.line(self.x(low), y + 7.5, self.x(high), y + 7.5, '#333', 0.8)
        goal = self.x(row['goal'])
        self.line(goal, y, goal, y + 15, '#111', 2)
        self.text(WIDTH - RIGHT + 8, y + 11, '%.2fx' % row['ratio'], weight='bold')

    def svg(self, summary):
        y, group, placed = TOP, None, []
        for row in self.rows:
            if row['group'] != group:
                group = row['group']
                placed.append((group, y + 12))
                y += ROW
            placed.append((row, y))
            y += ROW
        self.text(12, 22, "CPU per operation: libuv's cost over ours (right of 1x: ours costs less)",
                  size=15, weight='bold')
        self.text(12, 38, setting(summary), size=10, colour='#666')
        self.grid(y)
        for what, at in placed:
            if isinstance(what, str):
                self.text(12, at, what, weight='bold')
            else:
                self.bar(what, at)
        self.text(12, y + 18, 'Thick tick: the goal. Thin line: the likely range of the ratio. '
                  'Green: goal reached; yellow: within the noise; red: not.', size=10, colour='#666')
        return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" '
                'font-family="system-ui, sans-serif">\n'
                '<rect width="100%%" height="100%%" fill="#fff"/>\n%s\n</svg>\n'
                % (WIDTH, y + 28, '\n'.join(self.parts)))


def write_docs(summary, folder):
    """Replaces the plot, and in bench.md only what stands between the marks: the rest is prose."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, 'bench.svg'), 'w') as f:
        f.write(Plot(summary).svg(summary))
    path = os.path.join(folder, 'bench.md')
    text = '# Benchmarks\n\n%s\n%s\n' % (MARK_BEGIN, MARK_END)
    if os.path.exists(path):
        with open(path) as f:
            text = f.read()
    figures = '%s\n%s\n%s' % (MARK_BEGIN, markdown_table(summary), MARK_END)
    pattern = re.escape(MARK_BEGIN) + '.*?' + re.escape(MARK_END)
    with open(path, 'w') as f:
        f.write(re.sub(pattern, lambda _: figures, text, flags=re.S))
