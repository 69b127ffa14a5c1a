#!/bin/sh
# settings: ring noring denied
# timeout: 180
# Lua with Debian's luv, unmodified: timers, an echo server, a process, files, a watched folder and a
# job on the drop-in.
set -eu
lua5.1 -e 'require "luv"' 2>/dev/null || { echo "skip: no lua5.1 with lua-luv"; exit 77; }

cat >session.lua <<'TEXT'
local uv = require 'luv'
local seen = {}

local timer, ticks = uv.new_timer(), 0
timer:start(1, 1, function()
  ticks = ticks + 1
  if ticks == 10 then timer:close(); seen.timer = true end
end)

local server = uv.new_tcp()
assert(server:bind('127.0.0.1', 0))
server:listen(128, function()
  local peer = uv.new_tcp()
  server:accept(peer)
  peer:read_start(function(_, data)
    if data then peer:write(data) else peer:shutdown(function() peer:close() end) end
  end)
end)
local open, text = 50, ('0123456789'):rep(20000)
for i = 1, 50 do
  local client, got = uv.new_tcp(), 0
  client:connect('127.0.0.1', server:getsockname().port, function(err)
    assert(not err, err)
    client:write(text)
    client:shutdown()
    client:read_start(function(_, data)
      if data then got = got + #data return end
      assert(got == #text)
      client:close()
      open = open - 1
      if open == 0 then server:close(); seen.echo = true end
    end)
  end)
end

local out = uv.new_pipe(false)
local process
process = uv.spawn('sh', { args = { '-c', 'echo hello; exit 7' }, stdio = { nil, out } }, function(code)
  seen.exit = code == 7
  process:close()
end)
out:read_start(function(_, data)
  if data then seen.output = data == 'hello\n' else out:close() end
end)

local watch = uv.new_fs_event()
watch:start('.', {}, function(_, name)
  if name == 'file' then seen.change = true; watch:close() end
end)
uv.fs_open('file', 'w+', 384, function(_, fd)
  uv.fs_write(fd, 'content', 0, function(_, n)
    assert(n == 7)
    uv.fs_read(fd, 100, 0, function(_, data)
      seen.file = data == 'content'
      uv.fs_close(fd, function() end)
    end)
  end)
end)

uv.new_work(function(n) return n * 2 end, function(n) seen.work = n == 42 end):queue(21)
uv.getaddrinfo('127.0.0.1', nil, { socktype = 'stream' }, function(_, list)
  seen.name = list[1].addr == '127.0.0.1'
end)

uv.run()
for _, what in ipairs { 'timer', 'echo', 'exit', 'output', 'change', 'file', 'work', 'name' } do
  assert(seen[what], 'never seen: ' .. what)
end
assert(io.open('/proc/self/maps'):read('*a'):find(os.getenv('LD_LIBRARY_PATH'), 1, true))
TEXT

"$TOP/scripts/uv-swap" --force --drop-in "$TREE/drop-in" lua5.1 session.lua
