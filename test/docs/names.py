"""What a document names exists: files, functions of C, pages and their headings. Lines can be read."""

import functools
import pathlib
import re
import subprocess

import blocks

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
COLUMNS = 120
PATH = re.compile(r'(?<![\w/.@-])((?:src|lib|include|test|scripts|docs|examples|bench|gen|drop-in)'
                  r'/[\w./*-]*\w/?)')
# Files that a build or a run makes.
MADE = re.compile(r'^(?:bench/soak|bench/results/|test/deny-uring)')
# A file by its last name only, and names that stand for a program of the reader.
FILE = re.compile(r'(?<![\w/.*%-])([a-z]\w*\.(?:js|mjs|c|h|def|py|sh))\b')
READERS = {'app.js', 'busy.js', 'nine.js', 'server.c', 'thumbnails.c', 'file.c', 'prog.c'}
IN_FILE = re.compile(r'((?:src|lib|include|test|scripts|gen)/[\w./-]+\w): `(\w+)(?:\(\))?`')
FUNCTION = re.compile(r'`((?:uv__|gy_|UV__)\w+)(?:\(\))?`')


def _prose(path):
    """(number, line) of all that is no code, no table and not made by bench/run: their lines cannot be wrapped."""
    lines = path.read_text().split('\n')
    code = set()
    if '<!-- figures: begin -->' in lines:
        code.update(range(lines.index('<!-- figures: begin -->'), lines.index('<!-- figures: end -->') + 1))
    for block in blocks.of(path.read_text()):
        code.update(range(block.line, block.line + block.text.count('\n')))
    for number, line in enumerate(lines, 1):
        if number not in code and not line.startswith('|') and not line.startswith('!['):
            yield number, line


def long_lines(path):
    return [f'line {number} has {len(line)}' for number, line in _prose(path) if len(line) > COLUMNS]


def all_files():
    listed = subprocess.run(['git', 'ls-files', '--cached', '--others', '--exclude-standard'], cwd=TOP,
                            capture_output=True, text=True, check=True).stdout.split('\n')
    files = {name for name in listed if name and (TOP / name).exists()}
    return files | {str(parent) for name in files for parent in pathlib.PurePath(name).parents}


def missing_files(path, paths):
    if path.name == 'CHANGELOG.md':       # tells of what was, too
        return []
    text = re.sub(r'\]\([^)]*\)', ']', path.read_text())
    found = []
    for name in PATH.findall(text):
        if '*' in name or 'NAME' in name or MADE.match(name):
            continue
        if name.rstrip('/') not in paths and not any(p.startswith(f'{name}.') for p in paths):
            found.append(name)
    last_names = {pathlib.PurePath(name).name for name in paths}
    prose = '\n'.join(line for _, line in _prose(path))
    return found + [name for name in FILE.findall(prose) if name not in last_names | READERS]


@functools.cache
def _source():
    return '\n'.join(file.read_text() for folder in ('src', 'include', 'test/fault')
                     for file in sorted((TOP / folder).rglob('*.[chd]*')) if file.is_file())


def missing_functions(path):
    """Functions of C that are nowhere, and names that are not in the file that is named with them."""
    text = path.read_text()
    missing = [name for name in FUNCTION.findall(text) if not re.search(rf'\b{name}\b', _source())]
    for file, name in IN_FILE.findall(text):
        if (TOP / file).is_file() and not re.search(rf'\b{name}\b', (TOP / file).read_text()):
            missing.append(f'{name} in {file}')
    return missing


def _anchors(path):
    """Headings as they are addressed."""
    for line in path.read_text().split('\n'):
        match = re.match(r'^#+ (.*)', line)
        if match:
            yield re.sub(r'[^\w\- ]', '', match[1].lower().replace('`', '')).replace(' ', '-')


def _links(path):
    text = '\n'.join(line for _, line in _prose(path))
    tables = '\n'.join(line for line in path.read_text().split('\n') if line.startswith('|'))
    for target in re.findall(r'\]\(([^)\s]+)\)', text + '\n' + tables):
        if not re.match(r'^[a-z]+:', target):
            yield target


def dead_links(path):
    found = []
    for target in _links(path):
        name, _, anchor = target.partition('#')
        file = (path.parent / name).resolve() if name else path
        if not file.exists() or (anchor and anchor not in _anchors(file)):
            found.append(target)
    return found


def not_linked(start, documents):
    seen, todo = set(), [start]
    while todo:
        page = todo.pop()
        if page in seen or page.suffix != '.md' or not page.exists():
            continue
        seen.add(page)
        todo += [(page.parent / target.partition('#')[0]).resolve() for target in _links(page)
                 if target.partition('#')[0]]
    return [str(page.relative_to(TOP)) for page in documents if page not in seen]
