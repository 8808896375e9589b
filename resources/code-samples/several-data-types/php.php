<?php
// One event for each read, with all its data types. The legacy mechanism sent one webhook for each.
function on_read_completed(array $event, callable $handle): void
{
    $companyId = $event['payload']['referenceCompany']['id'];
    foreach ($event['payload']['dataTypes'] as $one) {
        $handle($companyId, $one['connectionId'], $one['dataType'], $one['recordsModified'], $one['status']);
    }
}
