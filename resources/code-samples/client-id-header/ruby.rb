# ClientId is no longer in the body. It is in a header, as before.
def client_id(env)
  client_id = env["HTTP_X_SERVICE_CLIENTID"].to_s
  raise ArgumentError, "The webhook has no X-Service-ClientId." if client_id.empty?

  client_id
end
