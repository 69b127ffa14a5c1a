"""Blocks of code in a Markdown text, and the comparison of what a document shows with what is printed."""

import dataclasses
import difflib
import re

COMMENT = re.compile(r'^ *<!-- (run|file|not run)(?:: (.*?))?(?: -->)?$')
REST_OF_COMMENT = re.compile(r'^(?!.*<!--).* -->$')


@dataclasses.dataclass
class Block:
    line: int           # of its first line of code
    text: str           # without its indentation, with a newline at the end
    kind: str           # 'run', 'file', 'not run', or None: there is no comment
    argument: str


def _fenced(lines, at):
    """The block whose ``` is line `at`, and the line behind it."""
    indent = len(lines[at]) - len(lines[at].lstrip())
    end = next(i for i in range(at + 1, len(lines)) if lines[i].strip() == '```')
    return at + 2, [line[indent:] for line in lines[at + 1:end]], end + 1


def _indented(lines, at, indent):
    end = at
    while end < len(lines) and (not lines[end].strip() or lines[end].startswith(' ' * indent)):
        end += 1
    body = [line[indent:] for line in lines[at:end]]
    while not body[-1].strip():
        body.pop()
    return at + 1, body, end


def _starts_indented(lines, at):
    """The indentation of an indented block that begins here, 0 when none does. In an item of a list it is
    deeper by the item's own: four columns more than its text."""
    if at > 0 and lines[at - 1].strip():
        return 0
    indent = len(lines[at]) - len(lines[at].lstrip())
    item = 0
    for i in range(at - 1, -1, -1):
        match = re.match(r'^([-*] |\d+\. )', lines[i])
        if match:
            item = len(match[1])
            break
        if lines[i].strip() and not lines[i].startswith(' '):
            break
    return item + 4 if indent >= item + 4 else 0


def of(text):
    """All blocks of a document, in order."""
    lines = text.split('\n')
    found = []
    kind, argument = None, None
    at = 0
    while at < len(lines):
        comment = COMMENT.match(lines[at])
        if comment:
            kind, argument = comment[1], comment[2] or ''
            if not lines[at].endswith('-->'):
                at += 1
                assert REST_OF_COMMENT.match(lines[at]), lines[at]
            at += 1
            continue
        if lines[at].lstrip().startswith('```'):
            first, body, at = _fenced(lines, at)
        elif lines[at].strip() and _starts_indented(lines, at):
            first, body, at = _indented(lines, at, _starts_indented(lines, at))
        else:
            if lines[at].strip():
                kind, argument = None, None
            at += 1
            continue
        found.append(Block(first, '\n'.join(body) + '\n', kind, argument))
        kind, argument = None, None
    return found


def commands(block):
    """(command, expected lines) of each line that begins with "$ "."""
    parts = []
    for line in block.text.rstrip('\n').split('\n'):
        if line.startswith('$ '):
            parts.append((line[2:], []))
        elif parts:
            parts[-1][1].append(line)
    return parts


def lines_of(block):
    """Commands of a block without "$ ", each with its comment: one per line."""
    for line in block.text.rstrip('\n').split('\n'):
        command, _, comment = line.partition('  #')
        yield command.strip(), comment.strip()


# What differs from run to run: (pattern, stands for it).
VARYING = [
    (r'(?<![\w.])\d[\d,.]*( ?)(?:ns|µs|us|ms|s)\b', r'TIME'),
    (r'\bover TIME', 'TIME'),
    (r'\bturn \d+', 'turn N'),
    (r'\bprocess \d+', 'process N'),
    (r'127\.0\.0\.1:\d+', '127.0.0.1:PORT'),
    (r'\?t=[0-9a-f…]+', '?t=TOKEN'),
    (r' +', ' '),
]
# Come and go with the speed of the machine: turns in which nothing ran, a main script that took long.
ON_A_SLOW_MACHINE = re.compile(r'^ *(?:turns? [\d ]+(?:to \d+ ?)?: no code of the program|It spent most of its time)')


def plain(line):
    for pattern, stands_for in VARYING:
        line = re.sub(pattern, stands_for, line)
    return line.rstrip()


def normal(lines):
    """Without what may differ: times, numbers of turns, empty lines at the ends and in a row."""
    result = []
    for line in lines:
        if ON_A_SLOW_MACHINE.match(line):
            continue
        line = plain(line)
        if line or (result and result[-1]):
            result.append(line)
    while result and not result[-1]:
        result.pop()
    return result


def skeleton(lines):
    """What `gyre explain` prints without the reasons: headings, entries, output."""
    return [line for line in lines if re.match(r'^(?:──| \d+\. | ↳| │)', line)]


def compare(expected, printed):
    expected, printed = normal(expected), normal(printed.split('\n'))
    if any('kept the loop busy for' in line for line in printed):
        # The machine was so slow that this is the reason: the order is the same.
        expected, printed = skeleton(expected), skeleton(printed)
    if expected != printed:
        raise AssertionError('\n' + '\n'.join(difflib.unified_diff(expected, printed, 'shown', 'printed',
                                                                   lineterm='')))
