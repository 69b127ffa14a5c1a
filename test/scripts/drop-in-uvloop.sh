#!/bin/sh
# settings: ring noring denied
# timeout: 180
# Python's asyncio on Debian's uvloop, unmodified: TCP, UDP, unix sockets, processes, look-ups, signals
# and threads on the drop-in.
set -eu
/usr/bin/python3 -c 'import uvloop' 2>/dev/null || { echo "skip: no python3-uvloop"; exit 77; }

cat >session.py <<'TEXT'
import asyncio, os, signal, socket, time, uvloop

async def echo(reader, writer):
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    writer.close()

async def send(connection, data):
    reader, writer = connection
    writer.write(data)
    writer.write_eof()
    assert await reader.read() == data
    writer.close()

async def streams():
    server = await asyncio.start_server(echo, '127.0.0.1', 0)
    port = server.sockets[0].getsockname()[1]
    connect = lambda: asyncio.open_connection('127.0.0.1', port)
    await asyncio.gather(*[send(await connect(), b'%d' % i * 1000) for i in range(100)])
    await send(await connect(), os.urandom(5_000_000))
    server.close()
    server = await asyncio.start_unix_server(echo, 'socket')
    await send(await asyncio.open_unix_connection('socket'), b'x' * 300_000)
    server.close()

class Datagrams(asyncio.DatagramProtocol):
    def __init__(self): self.got, self.all = [], asyncio.get_running_loop().create_future()
    def datagram_received(self, data, _):
        self.got.append(data)
        if len(self.got) == 20: self.all.set_result(None)

async def datagrams():
    loop = asyncio.get_running_loop()
    end, taker = await loop.create_datagram_endpoint(Datagrams, local_addr=('127.0.0.1', 0))
    out, _ = await loop.create_datagram_endpoint(Datagrams, remote_addr=end.get_extra_info('sockname'))
    for i in range(20): out.sendto(b'%d' % i)
    await taker.all
    assert taker.got == [b'%d' % i for i in range(20)]
    out.close(), end.close()

async def processes():
    async def one(i):
        p = await asyncio.create_subprocess_shell(f'cat; exit {i}', stdin=-1, stdout=-1)
        out, _ = await p.communicate(b'line\n' * 20_000)
        assert len(out) == 100_000 and p.returncode == i
    await asyncio.gather(*[one(i) for i in range(8)])

async def others():
    loop = asyncio.get_running_loop()
    assert (await loop.getaddrinfo('127.0.0.1', 80))[0][4] == ('127.0.0.1', 80)
    try:
        await asyncio.open_connection('127.0.0.1', 1)
        assert False
    except ConnectionRefusedError: pass
    signalled = loop.create_future()
    loop.add_signal_handler(signal.SIGUSR1, signalled.set_result, None)
    os.kill(os.getpid(), signal.SIGUSR1)
    await signalled
    jobs = [loop.run_in_executor(None, time.sleep, 0.01) for _ in range(20)]
    began = loop.time()
    await asyncio.sleep(0.05)
    assert loop.time() - began >= 0.049
    await asyncio.gather(*jobs)

async def main():
    assert 'uvloop' in type(asyncio.get_running_loop()).__module__
    assert any(os.environ['LD_LIBRARY_PATH'] in line for line in open('/proc/self/maps') if 'libuv' in line)
    for part in streams, datagrams, processes, others: await asyncio.wait_for(part(), 20)
    print('all done')

uvloop.install()
asyncio.run(main())
TEXT

"$TOP/scripts/uv-swap" --force --drop-in "$TREE/drop-in" /usr/bin/python3 session.py | grep 'all done'
