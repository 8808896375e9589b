<?php
// ClientId is no longer in the body. It is in a header, as before.
function client_id(): string
{
    $clientId = $_SERVER['HTTP_X_SERVICE_CLIENTID'] ?? '';
    if ($clientId === '') {
        throw new RuntimeException('The webhook has no X-Service-ClientId.');
    }
    return $clientId;
}
