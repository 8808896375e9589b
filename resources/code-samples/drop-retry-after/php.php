<?php
// Retry-After is ignored: respond with 2xx at once, within 15 seconds, and process later.
function receive(PDO $db, string $rawBody, array $headers): void
{
    try {
        $insert = $db->prepare('INSERT INTO waiting_webhooks (id, body) VALUES (?, ?)');
        $insert->execute([$headers['webhook-id'], $rawBody]);
        http_response_code(204);
    } catch (PDOException $error) {
        // Not stored: it is sent again, by the schedule of the service.
        http_response_code(503);
    }
}
