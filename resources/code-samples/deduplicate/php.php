<?php
// All attempts of one message have the same webhook-id. Insert it in the transaction of what the webhook changes:
// CREATE TABLE received_webhooks (id varchar(100) PRIMARY KEY)
function handle_once(PDO $db, array $headers, callable $handle): void
{
    $db->beginTransaction();
    try {
        $insert = $db->prepare('INSERT INTO received_webhooks (id) VALUES (?) ON CONFLICT (id) DO NOTHING');
        $insert->execute([$headers['webhook-id']]);
        if ($insert->rowCount() === 1) {
            $handle($db);
        }
        $db->commit();
    } catch (Throwable $error) {
        $db->rollBack();
        throw $error;
    }
}
