<?php
// Types that are not processed are answered 2xx, too: anything else is retried for 28 h.
function receive(array $handlers, array $event): void
{
    $handle = $handlers[$event['eventType']] ?? null;
    if ($handle === null) {
        error_log('ignored ' . $event['eventType']);
    } else {
        $handle($event);
    }
    http_response_code(204);
}
