# Events of 1 MB must pass. Rack and Puma have no limit; a reverse proxy has, such as nginx: client_max_body_size 2m;
MOST_BYTES = 2 * 1024 * 1024

# The body; nil if it is longer than the limit: respond 413.
def read_body(env)
  body = env["rack.input"].read(MOST_BYTES + 1).to_s
  body.bytesize > MOST_BYTES ? nil : body
end
