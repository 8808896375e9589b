# Verifies the bytes as received and parses them afterwards (Rack). The sample verify-signature has the method.
require "json"
require_relative "verify_signature"

class Webhooks
  def call(env)
    # Exactly what was signed. In Rails: request.raw_post, not params.
    raw_body = env["rack.input"].read
    headers = %w[id timestamp signature].to_h do |name|
      ["webhook-#{name}", env["HTTP_WEBHOOK_#{name.upcase}"]]
    end
    return [401, {}, []] unless verify_signature(ENV.fetch("WEBHOOK_SECRET"), headers, raw_body)

    event = JSON.parse(raw_body)
    puts "received #{event["eventType"]}"
    [204, {}, []]
  end
end
