<?php
// Was: { AlertId, RuleType, CompanyId, DataConnectionId, Data }
function read_event(array $event): array
{
    $type = $event['eventType'];
    $payload = $event['payload'];
    $known = ['id' => $event['id'], 'eventType' => $type, 'companyId' => $payload['referenceCompany']['id'] ?? null];
    if (str_starts_with($type, 'connection.')) {
        $connection = $payload['connection']; // was Data.newStatus, Data.platformKey
        return $known + ['connectionId' => $connection['id'], 'status' => $connection['status']];
    }
    if (str_starts_with($type, 'read.completed')) {
        return $known + ['dataTypes' => $payload['dataTypes']]; // was Data.dataType, one at a time
    }
    if (str_contains($type, '.write.')) {
        $push = ['connectionId' => $payload['connectionId'], 'dataType' => $payload['type']]; // was Data.dataType
        return $known + $push + ['status' => $payload['status'], 'pushOperationKey' => $payload['id']];
    }
    return $known + ['payload' => $payload];
}
