import { draw, drawBytes } from '#base/ids.ts';
import type { PullOperation } from '#contract/data.ts';
import { progressAt, stageAt } from '#contract/dataset-progress.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import { outcomeOf, type UsedTokenSet } from '#service/platform/dataset-outcome.ts';

/**
 * Datasets as versions before 0.4.0 kept them: a row each, made at once, ended one by one in the order of their due
 * times. Said again, in memory, as what the one row of a read must come to.
 */
interface Row {
  readonly id: string;
  readonly readId: string;
  readonly connection: RowConnection;
  readonly dataType: string;
  readonly seed: number;
  readonly requestedAt: number;
  readonly dueAt: number;
  ended?: { at: number; status: PullOperation['status']; message: string | null; records: number };
}

export interface RowConnection {
  readonly id: string;
  readonly companyId: string;
  readonly integration: CatalogueIntegration;
  isLinked: boolean;
  tokenSet: UsedTokenSet | undefined;
  lastSyncAt: number | undefined;
  firstReadEnded: boolean;
}

export const rowDatasets = (sandboxSeed: number) => {
  const rows: Row[] = [];
  const ends: string[] = [];
  const events: object[] = [];

  const readEnded = (readId: string): void => {
    const own = rows.filter((row) => row.readId === readId);
    if (own.some(({ ended }) => ended === undefined)) return;
    const { connection } = own[0] as Row;
    const well = own.flatMap(({ ended }) => (ended?.status === 'Complete' ? [ended.at] : []));
    const isInitial = !connection.firstReadEnded && own.some(({ ended }) => ended?.status !== 'Cancelled');
    const event = {
      ...(connection.lastSyncAt === undefined
        ? {}
        : { modifiedFromDate: new Date(connection.lastSyncAt).toISOString() }),
      dataTypes: own.map(({ id, dataType, ended }) => ({
        connectionId: connection.id,
        dataType,
        recordsModified: (ended?.records ?? 0) > 0,
        status: ended?.status,
        datasetId: id,
      })),
    };
    if (isInitial) events.push({ type: 'read.completed.initial', ...event });
    events.push({ type: 'read.completed', ...event });
    if (isInitial) connection.firstReadEnded = true;
    if (well.length > 0) connection.lastSyncAt = Math.max(...well, connection.lastSyncAt ?? 0);
  };

  const disconnect = (connection: RowConnection): void => {
    connection.isLinked = false;
    events.push({ type: 'connection.disconnected', connectionId: connection.id });
  };

  const end = (row: Row, ended: NonNullable<Row['ended']>): void => {
    row.ended = ended;
    ends.push(`${row.id} ${ended.status}`);
  };

  return {
    ends,
    events,

    start(readId: string, connection: RowConnection, dataTypes: readonly string[], requestedAt: number) {
      const bytes = drawBytes(sandboxSeed, dataTypes.length * 10, 'datasets', readId);
      const pace = connection.tokenSet?.behaviour === 'slow' ? 20 : 1;
      for (const [n, dataType] of dataTypes.entries()) {
        const seed = bytes.readUInt32BE(n * 10 + 6);
        const steps = (2000 + draw(seed, 'duration') * 6000) / 500;
        rows.push({
          id: `${readId.slice(0, -12)}${bytes.subarray(n * 10, n * 10 + 6).toString('hex')}`,
          readId,
          connection,
          dataType,
          seed,
          requestedAt,
          dueAt: requestedAt + Math.round(Math.round(steps) * 500 * pace),
        });
      }
    },

    run(now: number) {
      const due = rows.filter(({ ended, dueAt }) => ended === undefined && dueAt <= now);
      for (const row of due.sort((a, b) => a.dueAt - b.dueAt)) {
        const { connection, dataType, seed, dueAt } = row;
        const { integration, tokenSet } = connection;
        const outcome = outcomeOf({ integration, dataType, tokenSet, seed: sandboxSeed, at: dueAt });
        const { status, errorMessage: message } = outcome;
        const share = draw(seed, 'records');
        const records = status !== 'Complete' || share < 0.15 ? 0 : 1 + Math.floor(share * 400);
        end(row, { at: dueAt, status, message, records });
        if (status === 'AuthError' && connection.isLinked) disconnect(connection);
        readEnded(row.readId);
      }
    },

    unlink(connection: RowConnection, now: number) {
      const running = rows.filter((row) => row.connection === connection && row.ended === undefined);
      const message = 'The connection was unlinked.';
      for (const row of running) end(row, { at: now, status: 'Cancelled', message, records: 0 });
      disconnect(connection);
      for (const readId of new Set(running.map((row) => row.readId))) readEnded(readId);
    },

    nextDueAt: (): number | undefined => {
      const due = rows.flatMap(({ ended, dueAt }) => (ended === undefined ? [dueAt] : []));
      return due.length === 0 ? undefined : Math.min(...due);
    },

    dueUntil: (until: number): number =>
      rows.filter(({ ended, dueAt }) => ended === undefined && dueAt <= until).length,

    upcoming: (limit: number): { what: string; at: number; subject: string }[] =>
      rows
        .filter(({ ended }) => ended === undefined)
        .sort((a, b) => a.dueAt - b.dueAt)
        .slice(0, limit)
        .map(({ dataType, dueAt, connection }) => ({
          what: `End of a data sync: ${dataType}`,
          at: dueAt,
          subject: connection.id,
        })),

    history: (companyId: string, now: number): object[] =>
      rows.filter((row) => row.connection.companyId === companyId).map((row) => shown(row, now)),
  };
};

const shown = ({ id, connection, dataType, requestedAt, dueAt, ended }: Row, now: number): object => {
  const progress = ended === undefined ? progressAt(requestedAt, dueAt, now) : 100;
  const status = ended === undefined ? stageAt(progress) : ended.status;
  return {
    id,
    companyId: connection.companyId,
    connectionId: connection.id,
    dataType,
    status,
    requested: new Date(requestedAt).toISOString(),
    progress,
    isCompleted: status === 'Complete',
    isErrored: ended !== undefined && ended.status !== 'Complete',
    ...(ended?.message ? { errorMessage: ended.message } : {}),
    ...(ended === undefined ? {} : { completed: new Date(ended.at).toISOString() }),
  };
};
