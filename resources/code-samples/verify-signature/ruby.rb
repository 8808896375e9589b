# Verifies a webhook (Standard Webhooks). headers: names in lower case.
# raw_body: the bytes as received, before any JSON parser.
require "openssl"

TOLERANCE_SECONDS = 5 * 60

def verify_signature(secret, headers, raw_body)
  id = headers["webhook-id"].to_s
  timestamp = headers["webhook-timestamp"].to_s
  return false if id.empty? || !timestamp.match?(/\A\d+\z/)
  return false if (Time.now.to_i - timestamp.to_i).abs > TOLERANCE_SECONDS

  key = secret.delete_prefix("whsec_").unpack1("m")
  signed = "#{id}.#{timestamp}.".b + raw_body.b
  expected = "v1," + [OpenSSL::HMAC.digest("SHA256", key, signed)].pack("m0")
  # After a rotation of the secret there are several signatures: one must match.
  headers["webhook-signature"].to_s.split(" ").any? do |signature|
    OpenSSL.secure_compare(signature, expected)
  end
end
