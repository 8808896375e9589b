<?php
// read.completed is sent for every read. Choose what the legacy rule was sent for:
function data_types(array $event): array
{
    return $event['eventType'] === 'read.completed' ? $event['payload']['dataTypes'] : [];
}

// "Dataset data changed"
function changed(array $event): array
{
    return array_filter(data_types($event), fn ($one) => $one['recordsModified'] === true);
}

// "Data Sync Status Changed To Error"
function failed(array $event): array
{
    return array_filter(data_types($event), fn ($one) => str_ends_with($one['status'], 'Error'));
}

// "Data sync completed"
function completed(array $event): array
{
    return array_filter(data_types($event), fn ($one) => $one['status'] === 'Complete');
}

// "Push Operation Timed Out"
function is_timed_out(array $event): bool
{
    return str_ends_with($event['eventType'], '.write.unsuccessful') && $event['payload']['status'] === 'TimedOut';
}
