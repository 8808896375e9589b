import { toIso } from '#base/clock.ts';
import type { PushOperation } from '#contract/push.ts';
import type { StoredPush } from '#service/store/pushes.ts';

/** A row as it is on the wire. Source: `docs/reference/rules/push.md#calls`. */
export const toPushOperation = (row: StoredPush): PushOperation => ({
  companyId: row.company_id,
  pushOperationKey: row.id,
  dataConnectionKey: row.connection_id,
  requestedOnUtc: toIso(row.requested_at),
  status: row.status,
  statusCode: row.status_code,
  dataType: row.data_type,
  ...(row.status === 'Success' && {
    changes: [{ type: row.change, recordRef: { id: row.record_id, dataType: row.data_type } }],
  }),
  ...(row.completed_at !== null && { completedOnUtc: toIso(row.completed_at) }),
  ...(row.timeout_minutes !== null && { timeoutInMinutes: row.timeout_minutes }),
  ...(row.error_message !== null && { errorMessage: row.error_message }),
  // What is wrong with a record is told when the operation ends, as nobody has looked at it before.
  ...(row.completed_at !== null &&
    row.validation_json !== null && { validation: JSON.parse(row.validation_json) }),
});
