-- wrk's script: sends a file's content as JSON when there is one, and prints one line of figures that a script can read.

function init(arguments)
  if not arguments[1] then return end
  local file = assert(io.open(arguments[1], "rb"))
  wrk.method = "POST"
  wrk.body = file:read("*a")
  wrk.headers["Content-Type"] = "application/json"
  file:close()
end

function done(summary, latency)
  local errors = summary.errors
  local wrong = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  print(string.format("figures %d %d %d %d %d", summary.requests, summary.duration, wrong,
    latency:percentile(50), latency:percentile(99)))
end
