import type { StoredError } from '#service/store/connections.ts';
import type { EndedDataset } from '#service/store/dataset-ends.ts';
import type { DueDataset } from '#service/store/due-datasets.ts';
import { transition } from './connection-status.ts';
import type { Outcome } from './dataset-outcome.ts';
import type { Changes, ConnectionState, Happening } from './settle.ts';

export interface Verdict extends Changes {
  readonly ended: readonly EndedDataset[];
}

/**
 * What the ends of due datasets bring about, in their order. Pure. A token that proves dead takes the link away from
 * its connection, once; what else runs on that connection ends by itself.
 */
export const judgeDue = (
  due: readonly DueDataset[],
  outcomeOf: (dataset: DueDataset) => Outcome,
): Verdict => {
  const connections = new Map<string, ConnectionState>();
  /** How many datasets of each read still run. */
  const remaining = new Map<string, number>();
  const ended: EndedDataset[] = [];
  const errors: StoredError[] = [];
  const happenings: Happening[] = [];

  for (const dataset of due) {
    const { read } = dataset;
    const outcome = outcomeOf(dataset);
    ended.push({ dataset, ...outcome });
    const connection = connections.get(read.connection_id) ?? stateOf(read);
    connections.set(connection.id, connection);

    if (outcome.status === 'AuthError') {
      const change = transition(connection.status, 'deauthorize');
      if (change !== undefined) {
        connection.status = change.to;
        errors.push(authError(dataset, outcome));
        happenings.push({ kind: 'disconnected', connection });
      }
    }
    const left = (remaining.get(read.read_id) ?? read.remaining) - 1;
    remaining.set(read.read_id, left);
    if (left === 0) happenings.push({ kind: 'read ended', connection, readId: read.read_id });
  }
  return { ended, errors, happenings };
};

const stateOf = (read: DueDataset['read']): ConnectionState => ({
  id: read.connection_id,
  companyId: read.company_id,
  status: read.status,
  last_sync_at: read.last_sync_at,
  first_read_ended: read.first_read_ended,
});

const authError = ({ read, dueAt }: DueDataset, { errorMessage }: Outcome): StoredError => ({
  connection_id: read.connection_id,
  status_code: '401',
  status_text: 'Unauthorized',
  error_message: errorMessage ?? '',
  errored_at: dueAt,
  resolved_at: null,
});
