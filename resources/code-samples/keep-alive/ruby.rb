# config/puma.rb: keeps connections open for longer than the load balancer in front (often 60 s).
# Who closes first loses a request.
threads 5, 16
persistent_timeout 65
