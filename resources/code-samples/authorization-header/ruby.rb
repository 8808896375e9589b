# Compares in constant time. Answer 401 if it is not the expected value.
require "openssl"

def authorized?(env, expected)
  OpenSSL.secure_compare(env["HTTP_AUTHORIZATION"].to_s, expected)
end
