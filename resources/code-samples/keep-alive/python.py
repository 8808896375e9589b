# gunicorn.conf.py: keeps connections open for longer than the load balancer in front (often 60 s).
# Who closes first loses a request. The default worker (sync) never keeps one open.
worker_class = "gthread"
threads = 8
keepalive = 65
