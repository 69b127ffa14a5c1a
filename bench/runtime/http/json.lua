-- A POST of about 1 KB of JSON.
local items = {}
for i = 1, 19 do
  items[i] = '{"id":' .. i .. ',"name":"item number ' .. i .. '","tags":["a","b"]}'
end
wrk.method = 'POST'
wrk.body = '{"items":[' .. table.concat(items, ',') .. ']}'
wrk.headers['Content-Type'] = 'application/json'
