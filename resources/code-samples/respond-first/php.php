<?php
// Stores the event, responds, and processes it afterwards, in another process that may fail and try again.
// CREATE TABLE webhook_events (id varchar(100) PRIMARY KEY, body text NOT NULL, done boolean NOT NULL DEFAULT false)
function receive(PDO $db, array $headers, string $rawBody): void
{
    $insert = $db->prepare('INSERT INTO webhook_events (id, body) VALUES (?, ?) ON CONFLICT (id) DO NOTHING');
    $insert->execute([$headers['webhook-id'], $rawBody]);
    http_response_code(204);
}

function process_next(PDO $db, callable $handle): void
{
    $db->beginTransaction();
    try {
        $next = 'SELECT id, body FROM webhook_events WHERE NOT done ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED';
        foreach ($db->query($next)->fetchAll() as $row) {
            $handle(json_decode($row['body'], true));
            $db->prepare('UPDATE webhook_events SET done = true WHERE id = ?')->execute([$row['id']]);
        }
        $db->commit();
    } catch (Throwable $error) {
        $db->rollBack();
        throw $error;
    }
}
