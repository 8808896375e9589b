<?php
// Verifies the bytes as received and parses them afterwards. The sample verify-signature has the function.
require __DIR__ . '/verify-signature.php';

// Exactly what was signed; not $_POST, and not json_encode() of a parsed body.
$rawBody = file_get_contents('php://input');
$headers = array_change_key_case(getallheaders());

if (!verify_signature(getenv('WEBHOOK_SECRET'), $headers, $rawBody)) {
    http_response_code(401);
    exit;
}
$event = json_decode($rawBody, true, 512, JSON_THROW_ON_ERROR);
error_log('received ' . $event['eventType']);
http_response_code(204);
