-- Requests of wrk: one GET again and again, or the lines of a file once: token, key and body, separated by tabs.
local lines, place = nil, 0

function init(args)
  if args[1] then
    lines = {}
    for line in io.lines(args[1]) do lines[#lines + 1] = line end
  end
end

function request()
  if not lines then return wrk.format() end
  place = place + 1
  -- Repeating a change would measure less work.
  if place > #lines then error("the file has too few lines for this run") end
  local token, key, body = string.match(lines[place], "([^\t]*)\t([^\t]*)\t(.*)")
  return wrk.format("POST", nil, {
    ["Authorization"] = "Bearer " .. token, ["Idempotency-Key"] = key, ["Content-Type"] = "application/json",
  }, body)
end

function done(summary, latency)
  local errors = summary.errors
  io.stderr:write(string.format('{"rate":%f,"p50":%f,"p99":%f,"answers":%d,"errors":%d}\n',
    summary.requests / (summary.duration / 1e6), latency:percentile(50), latency:percentile(99), summary.requests,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
