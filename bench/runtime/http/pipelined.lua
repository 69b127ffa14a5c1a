-- Sixteen requests at a time on each connection.
local all
init = function()
  local each = {}
  for i = 1, 16 do
    each[i] = wrk.format(nil, '/')
  end
  all = table.concat(each)
end
request = function() return all end
