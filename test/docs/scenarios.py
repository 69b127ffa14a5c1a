"""How blocks that need a program, a running process or a compiler are run: one function per name in
<!-- run: NAME -->. Each raises AssertionError when the block is not true."""

import contextlib
import os
import re
import signal

import blocks

# Named in the documents as 4711: a process that is alive for five reasons.
ALIVE = '''const { execSync, spawn } = require('child_process');
const fs = require('fs');
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
execSync('mkfifo jobs');
async function main() {
  await sleep(5000);
}
require('net').createServer().listen(0, '127.0.0.1', start);
function start() {
  setInterval(() => {}, 1500);
  spawn('/bin/sh', ['-c', 'cat']);
  fs.createReadStream('jobs');
  main();
  setTimeout(() => console.log('ready'), 50);
}
'''
HASH = '''const crypto = require('crypto');
function hash() {
  const end = Date.now() + 2000;
  while (Date.now() < end)
    crypto.createHash('sha256').update('text').digest();
}
'''


@contextlib.contextmanager
def process(box, command, *, until):
    """A process that has printed a line which matches `until`; its session is killed in the end."""
    child = box.start(command)
    try:
        for line in child.stdout:
            if re.search(until, line):
                break
        else:
            raise AssertionError(f'{command} ended without a line like {until}')
        yield child, line
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.communicate()


def lines_match(shown, printed):
    """Each shown line is printed; numbers, times and bars may differ."""
    def shape(line):
        line = re.sub(r'[█·]+', 'BAR', blocks.plain(line))
        return re.sub(r'\d[\d.,]*', 'N', line).strip()
    printed = {shape(line) for line in printed.split('\n')}
    missing = [line for line in shown if line.strip() and shape(line) not in printed]
    assert not missing, (missing, printed)


# ---- README ----

def readme_commands(block, box):
    """Every command is understood and does its work; those that do not end are interrupted."""
    (box.folder / 'alive.js').write_text(ALIVE)
    (box.folder / 'app.js').write_text('setTimeout(() => console.log("hello"), 1);\n')
    with process(box, ['gyre', 'alive.js'], until='ready') as (child, _):
        for command, comment in blocks.lines_of(block):
            assert comment, f'{command}: what is it for?'
            command = command.replace('4711', str(child.pid))
            if '--loop-ui' in command:
                with process(box, command, until='see the loop at http://127.0.0.1:'):
                    continue
            if ' top ' in command:
                with process(box, command, until='% busy'):
                    continue
            done = box.run(command)
            assert done.returncode == 0 and done.stdout, (command, done)
    assert (box.folder / 't.html').exists()


def make_targets(block, box):
    """The targets exist. They are not run here: one is what runs this, the other builds the tree."""
    for command, comment in blocks.lines_of(block):
        done = box.run(f'{command} --dry-run', cwd=box.top)
        assert done.returncode == 0 and comment, done


def uv_swap(block, box):
    for command, _ in blocks.lines_of(block):
        assert command == 'scripts/uv-swap nvim', command
        done = box.run(['scripts/uv-swap', '--drop-in', box.tree / 'drop-in', '--check', 'nvim'], cwd=box.top)
        assert done.returncode == 0 and 'libuv.so.1' in done.stdout, done


# ---- docs/see.md ----

def why(block, box):
    (box.folder / 'app.js').write_text(ALIVE)
    shown = block.text.split('\n')
    assert shown[0] == '$ gyre why 4711', shown[0]
    with process(box, ['gyre', 'app.js'], until='ready') as (child, _):
        printed = box.run(['gyre', 'why', str(child.pid)]).stdout
    printed = printed.replace(str(box.folder / 'jobs'), '/srv/jobs').replace('jobs, a FIFO', '/srv/jobs, a FIFO')
    lines_match(shown[1:], re.sub(r'(?:/srv)+/jobs', '/srv/jobs', re.sub(r'(?:/\S+)?(?=app\.js)', '', printed)))


def explain_late_timer(block, box):
    (box.folder / 'app.js').write_text(HASH + "setTimeout(function wanted() { console.log('at last'); }, 200);\n"
                                       'hash();\n')
    printed = box.run('gyre explain app.js').stdout.replace('TIME', 'T')
    lines_match(block.text.split('\n'), printed)


def top(block, box):
    (box.folder / 'busy.js').write_text('''
const spin = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };
const { pbkdf2 } = require('crypto');
for (let i = 0; i < 200; i++) pbkdf2('a', 'b', 2e6, 64, 'sha512', () => {});
setInterval(function work() { spin(300); }, 50);
console.log('ready');
''')
    # What each line begins with, up to its first number.
    missing = {re.sub(r'\d.*', '', line.strip().split('  ')[0]) for line in block.text.split('\n')} - {''}
    with process(box, ['gyre', 'busy.js'], until='ready') as (child, _):
        with box.start(['timeout', '180', 'gyre', 'top', str(child.pid)]) as shown:
            for line in shown.stdout:
                missing -= {head for head in missing if line.strip().startswith(head)}
                if not missing:
                    break
            shown.terminate()
    assert not missing, missing


def top_loops(block, box):
    (box.folder / 'loops.js').write_text('''
const cluster = require('cluster');
const { Worker } = require('worker_threads');
const code = 'setInterval(() => { const end = Date.now() + 300; while (Date.now() < end); }, 400);';
if (cluster.isPrimary) {
  new Worker('setInterval(() => {}, 400)', { eval: true });
  new Worker(code, { eval: true, name: 'images' });
  cluster.fork().on('online', () => console.log('ready'));
} else {
  setInterval(() => {}, 1000);
}
''')
    # The names of the loops, as in the block, and the words above the columns.
    missing = {re.sub(r'^> *|^\d+ *', '', re.sub(r'^> \d+ *', '', line.strip())).split('  ')[0] for line in block.text.split('\n')} - {''}
    with process(box, ['gyre', 'loops.js'], until='ready') as (child, _):
        with box.start(['timeout', '180', 'gyre', 'top', str(child.pid)]) as shown:
            for line in shown.stdout:
                missing -= {name for name in missing if name in line}
                if not missing:
                    break
            shown.terminate()
    assert not missing, missing


def blocked(block, box):
    (box.folder / 'app.js').write_text('''const { pbkdf2Sync } = require('crypto');
function hash() { pbkdf2Sync('a', 'b', 2e6, 64, 'sha512'); }
require('fs').readFile(__filename, function onData() { hash(); });
''')
    printed = re.sub(r'\((?:/\S+/)?app\.js:\d+', '(app.js:N', box.run('gyre --blocked app.js').stdout)
    # A slow machine adds how long it was busy with others, may find loading crypto too long, and may
    # report without the line first.
    printed = re.sub(r' \([^()]* of it the machine was busy with others\)', '', printed)
    printed = printed[printed.rindex('gyre: the loop is blocked for'):]
    shown = re.sub(r'\(app\.js:\d+', '(app.js:N', block.text)
    blocks.compare(shown.split('\n'), printed)


def loop_blocked_event(block, box):
    (box.folder / 'app.js').write_text(f'const log = console.log;\n{block.text}'
                                       'process.on("loop:blocked", ({ line }) => line && clearInterval(timer));\n'
                                       'function spin() { const end = Date.now() + 500; while (Date.now() < end); }\n'
                                       'const timer = setInterval(spin, 50);\n')
    printed = box.run('gyre app.js').stdout
    assert re.search(r'^[\d.]+ .*app\.js 4$', printed, re.M), printed


def loop_ui(block, box):
    (box.folder / 'app.js').write_text('setInterval(() => {}, 1000);\n')
    [(command, [shown])] = blocks.commands(block)
    with process(box, command, until='http') as (_, line):
        blocks.compare([shown], line)


def numbers(block, box):
    (box.folder / 'numbers.js').write_text(block.text + 'console.log(typeof utilization, typeof delay.p99, '
                                           'Object.keys(phases).length > 0, typeof pool,\n'
                                           'Array.isArray(performance.loop.warnings(before)));\n')
    printed = box.run('gyre numbers.js').stdout
    assert printed == 'number number true object true\n', printed


# ---- docs/trace.md ----

def compile_and_run(box, source):
    (box.folder / 'example.c').write_text(source)
    library = box.tree / 'drop-in' / 'libuv.so.1'
    done = box.run(['gcc', '-Wall', '-Wno-format', '-I', str(box.top / 'include'), 'example.c', str(library),
                    f'-Wl,-rpath,{library.parent}', '-o', 'example'])
    assert done.returncode == 0, done.stdout
    done = box.run(['./example'])
    assert done.returncode == 0, done
    return done.stdout


def trace_in_c(block, box):
    include, body = block.text.split('\n', 1)
    printed = compile_and_run(box, f'''#include <stdio.h>
{include}
static void fired(uv_timer_t* t) {{ (void) t; }}
int main(void) {{
  uv_loop_t* loop = uv_default_loop();
  unsigned long long started = uv_hrtime();
  uv_timer_t timer;
  uv_timer_init(loop, &timer);
  uv_timer_start(&timer, fired, 20, 0);
  uv_run(loop, UV_RUN_DEFAULT);
  uv_timer_start(&timer, fired, 3200, 0);
  {body}
  return 0;
}}
''')
    assert re.search(r'^\d+ turns, \d+ % asleep$', printed, re.M), printed
    assert re.search(r'^timer +due in 3\.\d+ s, ', printed, re.M), printed


def print_alive(block, box):
    printed = compile_and_run(box, '''#include <stdio.h>
#include <unistd.h>
#include <uv_trace.h>
static int fires;
static void on_connection(uv_stream_t* s, int status) { (void) s; (void) status; }
static void work(uv_work_t* w) { (void) w; pause(); }
static void done(uv_work_t* w, int status) { (void) w; (void) status; }
static void fired(uv_timer_t* t) { if (++fires == 2) uv_stop(t->loop); }
int main(void) {
  uv_loop_t* loop = uv_default_loop();
  uv_timer_t timer; uv_tcp_t tcp; static uv_work_t job; struct sockaddr_in address;
  uv_timer_init(loop, &timer);
  uv_timer_start(&timer, fired, 10, 1000);
  uv_tcp_init(loop, &tcp);
  uv_ip4_addr("127.0.0.1", 0, &address);
  uv_tcp_bind(&tcp, (struct sockaddr*) &address, 0);
  uv_listen((uv_stream_t*) &tcp, 8, on_connection);
  uv_trace_set_origin((uv_handle_t*) &tcp, "server.c:40");
  uv_queue_work(loop, &job, work, done);
  uv_trace_set_req_origin((uv_req_t*) &job, "thumbnails.c:7");
  uv_run(loop, UV_RUN_DEFAULT);
  uv_trace_print_alive(loop, stdout);
  fflush(stdout);
  _exit(0);
}
''')
    # The server of the example has called back, the one here has not.
    lines_match(block.text.replace(', called back 4 times', '').split('\n'), printed)


# ---- other documents ----

def lint_js(block, box):
    """Each command counts: whether there are problems is what test/lint/run checks."""
    for command, _ in blocks.lines_of(block):
        done = box.run(command, cwd=box.top)
        assert done.returncode in (0, 1) and re.search(r'\d+ files?, ', done.stdout), (command, done)


def uv_swap_forms(block, box):
    for command, _ in blocks.lines_of(block):
        command = command.replace('uv-swap', f'uv-swap --drop-in {box.tree}/drop-in')
        command = command.replace('PROGRAM ARGUMENT...', 'cmake --version').replace('PROGRAM', 'cmake')
        done = box.run(command)
        assert done.returncode == 0, (command, done)
