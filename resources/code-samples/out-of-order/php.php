<?php
// Events arrive in any order, as retries are late. An older one changes nothing, and is answered 2xx.
const NEWER_ONLY = 'INSERT INTO connections (id, status, as_of) VALUES (?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET status = excluded.status, as_of = excluded.as_of
  WHERE connections.as_of < excluded.as_of';

function apply_connection(PDO $db, array $event): void
{
    $connection = $event['payload']['connection'];
    $db->prepare(NEWER_ONLY)->execute([$connection['id'], $connection['status'], $event['generatedDate']]);
}
