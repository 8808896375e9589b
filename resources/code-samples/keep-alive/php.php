<?php
// The web server keeps connections open, for longer than the load balancer in front (often 60 s):
//   nginx:  keepalive_timeout 65s;
//   Apache: KeepAlive On, KeepAliveTimeout 65
// A script keeps it so by a response of known length.
$body = '{"received":true}';
header('Content-Type: application/json');
header('Content-Length: ' . strlen($body));
echo $body;
