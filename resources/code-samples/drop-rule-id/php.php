<?php
// There is no RuleId any more: choose the handler by eventType.
function dispatch(array $event): void
{
    switch ($event['eventType']) {
        case 'connection.connected':
            error_log('connected ' . $event['payload']['connection']['id']);
            break;
        case 'connection.disconnected':
            error_log('disconnected ' . $event['payload']['connection']['id']);
            break;
        case 'read.completed':
            error_log('read ' . count($event['payload']['dataTypes']));
            break;
        default:
            // Types that are not known here are accepted: new ones may come.
            break;
    }
}
