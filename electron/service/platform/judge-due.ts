import type { StoredError } from '#service/store/connections.ts';
import type { DueDataset, EndedDataset } from '#service/store/dataset-ends.ts';
import { transition } from './connection-status.ts';
import type { Outcome } from './dataset-outcome.ts';
import type { Changes, ConnectionState, Happening } from './settle.ts';

export interface Verdict extends Changes {
  readonly ended: readonly EndedDataset[];
  /** How many datasets of each read still run. */
  readonly remaining: ReadonlyMap<string, number>;
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
  const remaining = new Map<string, number>();
  const ended: EndedDataset[] = [];
  const errors: StoredError[] = [];
  const happenings: Happening[] = [];

  for (const dataset of due) {
    const outcome = outcomeOf(dataset);
    ended.push({ seq: dataset.seq, endedAt: dataset.due_at, ...outcome });
    const connection = connections.get(dataset.connection_id) ?? stateOf(dataset);
    connections.set(connection.id, connection);

    if (outcome.status === 'AuthError') {
      const change = transition(connection.status, 'deauthorize');
      if (change !== undefined) {
        connection.status = change.to;
        errors.push(authError(dataset, outcome));
        happenings.push({ kind: 'disconnected', connection });
      }
    }
    const left = (remaining.get(dataset.read_id) ?? dataset.remaining) - 1;
    remaining.set(dataset.read_id, left);
    if (left === 0) happenings.push({ kind: 'read ended', connection, readId: dataset.read_id });
  }
  return { ended, remaining, errors, happenings };
};

const stateOf = (dataset: DueDataset): ConnectionState => ({
  id: dataset.connection_id,
  companyId: dataset.company_id,
  status: dataset.status,
  last_sync_at: dataset.last_sync_at,
  first_read_ended: dataset.first_read_ended,
});

const authError = (dataset: DueDataset, outcome: Outcome): StoredError => ({
  connection_id: dataset.connection_id,
  status_code: '401',
  status_text: 'Unauthorized',
  error_message: outcome.errorMessage ?? '',
  errored_at: dataset.due_at,
  resolved_at: null,
});
