<?php
// Events of 1 MB must pass. php.ini: post_max_size = 2M. PHP cuts larger bodies without an error.
// A reverse proxy has a limit of its own, such as in nginx: client_max_body_size 2m;
$rawBody = file_get_contents('php://input');
$length = (int) ($_SERVER['CONTENT_LENGTH'] ?? 0);

if (strlen($rawBody) !== $length) {
    http_response_code(413);
    exit;
}
