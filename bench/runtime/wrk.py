"""HTTP servers under wrk or h2load, for bench/runtime/run: server and load on a core each.

Each row is measured twice on one server: `cold` is the first SECONDS after its start, `warm` the
next. A figure is nanoseconds per request by the clock; rows that end with `_cpu` are the CPU time
of the server process per request, which a busy machine disturbs less.
"""
import os
import pathlib
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent / 'http'
SECONDS = 3
SERVER_CORE, CLIENT_CORE = '0', '1'
H2LOAD = '-m32'  # requests at a time on each connection
# name: server, connections, script of wrk or options of h2load
ROWS = {
    'http_hello_64': ('hello.cjs', 64, None),
    'http_hello_1': ('hello.cjs', 1, None),
    'http_pipelined_64': ('hello.cjs', 64, 'pipelined.lua'),
    'http_json_64': ('json.cjs', 64, 'json.lua'),
    'https_hello_64': ('https.cjs', 64, None),
    'http2_hello_32': ('hello2.cjs', 8, H2LOAD),
    'http2_stream_32': ('stream2.cjs', 8, H2LOAD),
    'http_express_64': ('express.cjs', 64, None),
    'http_fastify_64': ('fastify.cjs', 64, None),
}
PACKAGES = ('http_express_64', 'http_fastify_64')  # need BENCH_PACKAGES, which bench/runtime/run sets
PHASES = ('cold', 'warm')
GOALS = {f'{row}_{phase}{kind}': 1.2 if 'http2' in row or 'https' in row else 1.3 if 'json' in row else
         1.0 if row in PACKAGES else 1.5
         for row in ROWS for phase in PHASES for kind in ('', '_cpu')}


def missing():
    """Why the rows cannot be measured here, or None."""
    if shutil.which('wrk') is None:
        return 'wrk is not installed (scripts/bootstrap bench installs it)'
    if shutil.which('h2load') is None:
        return 'h2load is not installed (scripts/bootstrap bench installs it)'
    if os.cpu_count() < 2:
        return 'there is only one core'
    return None


def figures_of(row):
    return [f'{row}_{phase}{kind}' for phase in PHASES for kind in ('', '_cpu')]


def cpu_seconds(pid):
    fields = pathlib.Path(f'/proc/{pid}/stat').read_text().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def load_http2(port, connections):
    command = ['taskset', '-c', CLIENT_CORE, 'h2load', '-t1', f'-c{connections}', H2LOAD,
               f'-D{SECONDS}', f'http://127.0.0.1:{port}/']
    done = subprocess.run(command, capture_output=True, text=True)
    count = int(re.search(r'(\d+) succeeded, 0 failed', done.stdout).group(1))
    return count, count / SECONDS


def load(scheme, port, connections, script):
    """Runs wrk or h2load; the number of requests and how many there were in a second."""
    if script == H2LOAD:
        return load_http2(port, connections)
    command = ['taskset', '-c', CLIENT_CORE, 'wrk', '-t1', f'-c{connections}', f'-d{SECONDS}s']
    if script is not None:
        command += ['-s', str(HERE / script)]
    done = subprocess.run([*command, f'{scheme}://127.0.0.1:{port}/'], capture_output=True, text=True)
    if 'Non-2xx' in done.stdout:
        raise ValueError('the server refuses requests')
    count = int(re.search(r'(\d+) requests in', done.stdout).group(1))
    rate = float(re.search(r'Requests/sec:\s+([\d.]+)', done.stdout).group(1))
    return count, rate


def measure(command, row):
    """{figure: ns} of one server; None for each if the runtime cannot run it."""
    program, connections, script = ROWS[row]
    result = dict.fromkeys(figures_of(row))
    with subprocess.Popen(['taskset', '-c', SERVER_CORE, *command, str(HERE / program)],
                          stdout=subprocess.PIPE, text=True) as server:
        try:
            port = int(server.stdout.readline())
            for phase in PHASES:
                before = cpu_seconds(server.pid)
                count, rate = load(row.split('_')[0], port, connections, script)
                used = cpu_seconds(server.pid) - before
                result[f'{row}_{phase}'] = 1e9 / rate
                result[f'{row}_{phase}_cpu'] = used / count * 1e9
        except (ValueError, AttributeError, ZeroDivisionError):
            pass
        server.kill()
    return result
