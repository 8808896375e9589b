# Retry-After is ignored: respond with 2xx at once, within 15 seconds, and process later.
def receive(waiting, headers, raw_body)
  waiting.push({ id: headers["webhook-id"], body: raw_body }, true)
  [204, {}, []]
rescue ThreadError
  # Full: it is sent again, by the schedule of the service.
  [503, {}, []]
end
