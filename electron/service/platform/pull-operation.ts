import { toIso } from '#base/clock.ts';
import type { DatasetStatus, PullOperation } from '#contract/data.ts';
import { isErroredEnd } from '#contract/dataset-progress.ts';
import type { StoredDataset } from '#service/store/read-course.ts';
import { stateAt } from './dataset-course.ts';

/** A dataset as it is on the wire. Source: `docs/reference/rules/data.md#syncs`. */

const statusDescriptions: Readonly<Record<DatasetStatus, string>> = {
  Initial: 'The sync was asked for and has not begun.',
  Queued: 'Waits for its turn.',
  Fetching: 'Data is being fetched from the platform.',
  MapQueued: 'The data is fetched and waits to be mapped.',
  Mapping: 'The data is being mapped to the data type.',
  Processing: 'The mapped data is being checked and stored.',
  Complete: 'The data is up to date.',
  FetchError: 'The data could not be fetched from the platform.',
  MapError: 'The data could not be mapped to the data type.',
  ProcessingError: 'The mapped data could not be stored.',
  InternalError: 'Something went wrong in the service.',
  AuthError: 'The platform no longer accepts the token of this connection.',
  RateLimitError: "The platform's rate limit was reached.",
  PermissionsError: 'The token has no permission for this data type.',
  NotSupported: 'The platform does not support this data type.',
  Cancelled: 'The sync was cancelled.',
};

/** Where a dataset stands at `now` (ms UTC), and how far it is in percent. */
export const standing = (
  { end_status: ended, requested_at: requestedAt, due_at: dueAt }: StoredDataset,
  now: number,
): { status: DatasetStatus; statusDescription: string; progress: number } => {
  const { status, progress } =
    ended === null ? stateAt(requestedAt, dueAt as number, now) : { status: ended, progress: 100 };
  return { status, statusDescription: statusDescriptions[status], progress };
};

/** @param now ms UTC */
export const toPullOperation = (row: StoredDataset, now: number): PullOperation => {
  const { status, statusDescription, progress } = standing(row, now);
  const operation: PullOperation = {
    id: row.id,
    companyId: row.company_id,
    connectionId: row.connection_id,
    dataType: row.data_type,
    status,
    statusDescription,
    requested: toIso(row.requested_at),
    progress,
    isCompleted: status === 'Complete',
    isErrored: isErroredEnd(status),
  };
  if (row.error_message) operation.errorMessage = row.error_message;
  if (row.ended_at) operation.completed = toIso(row.ended_at);
  return operation;
};
