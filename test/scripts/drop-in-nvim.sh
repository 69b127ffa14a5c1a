#!/bin/sh
# settings: ring noring denied
# timeout: 180
# Debian's nvim, unmodified, edits a file, runs jobs, also in terminals, which it reaps itself,
# waits for a timer, reads a file asynchronously, watches one and talks over a socket on the drop-in.
set -eu
command -v nvim >/dev/null || { echo "skip: no nvim"; exit 77; }
export HOME="$PWD" XDG_RUNTIME_DIR="$PWD"

cat >session.lua <<'TEXT'
local uv = vim.loop
local seen = {}
local function wait_for(what)
  if not vim.wait(60000, function() return seen[what] end, 5) then
    io.stderr:write('never seen: ' .. what .. '\n')
    vim.cmd('cquit 3')
  end
end

-- edit
vim.cmd('edit poem.txt')
vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'one', 'two', 'three' })
vim.cmd('write')
vim.cmd('%!sort')
vim.cmd('write sorted.txt')

-- a job, with input and output
local job = vim.fn.jobstart({ 'cat' }, {
  on_stdout = function(_, data) if data[1] == 'through a pipe' then seen.job_output = true end end,
  on_exit = function(_, code) seen.job_exit = code == 0 end,
})
vim.fn.chansend(job, 'through a pipe\n')
wait_for('job_output')
vim.fn.chanclose(job, 'stdin')
wait_for('job_exit')

-- a job in a terminal that is stopped: nvim reaps it by itself. Then others.
local function run_job(name, command, options)
  options.on_exit = function() seen[name] = true end
  return vim.fn.jobstart(command, options)
end
vim.fn.jobstop(run_job('stopped_job', { 'cat' }, { pty = true }))
wait_for('stopped_job')
run_job('terminal_job', { 'echo', 'x' }, { pty = true })
wait_for('terminal_job')
run_job('last_job', { 'echo', 'x' }, {})
wait_for('last_job')

-- a timer of vim's and one of the loop's
vim.fn.timer_start(20, function() seen.vim_timer = true end)
local timer = uv.new_timer()
timer:start(10, 0, function() timer:close(); seen.loop_timer = true end)
wait_for('vim_timer')
wait_for('loop_timer')

-- files, asynchronously
uv.fs_open('sorted.txt', 'r', 420, function(_, fd)
  uv.fs_read(fd, 100, 0, function(_, text)
    uv.fs_close(fd, function() seen.file = text == 'one\nthree\ntwo\n' end)
  end)
end)
wait_for('file')

-- a watched folder
local watch = uv.new_fs_event()
watch:start('.', {}, function(_, name) if name == 'new.txt' then seen.change = true end end)
vim.fn.writefile({ 'x' }, 'new.txt')
wait_for('change')
watch:close()

-- a server and a client on one loop
local server = uv.new_tcp()
server:bind('127.0.0.1', 0)
server:listen(8, function()
  local peer = uv.new_tcp()
  server:accept(peer)
  peer:read_start(function(_, data)
    if data then peer:write(data:upper()) else peer:close() end
  end)
end)
local client = uv.new_tcp()
client:connect('127.0.0.1', server:getsockname().port, function()
  client:write('echo')
  client:read_start(function(_, data)
    if data == 'ECHO' then client:close(); server:close(); seen.socket = true end
  end)
end)
wait_for('socket')

-- work on a thread
uv.new_work(function(n) return n * 2 end, function(n) seen.work = n == 42 end):queue(21)
wait_for('work')

vim.fn.writefile({ 'all seen' }, 'verdict')
vim.cmd('qall!')
TEXT

"$TOP/scripts/uv-swap" --drop-in "$TREE/drop-in" --check nvim
"$TOP/scripts/uv-swap" --drop-in "$TREE/drop-in" \
  nvim --headless -u NONE -i NONE -n -c 'luafile session.lua' </dev/null
printf 'one\nthree\ntwo\n' | cmp - sorted.txt
grep -q 'all seen' verdict
