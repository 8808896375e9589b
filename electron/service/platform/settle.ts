import { toIso } from '#base/clock.ts';
import type { Company, Connection } from '#contract/company.ts';
import type { DatasetEnd } from '#contract/data.ts';
import type { ReadEvent } from '#service/core/domain-events.ts';
import { markCompaniesSynced } from '#service/store/companies.ts';
import {
  type ConnectionChange,
  insertConnectionErrors,
  type StoredError,
  updateConnections,
} from '#service/store/connections.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { datasetsOfReads } from '#service/store/datasets.ts';
import type { StoredDataset } from '#service/store/read-course.ts';
import type { Tx } from '#service/store/store.ts';
import { recordsModified } from './dataset-outcome.ts';
import { loadCompanies } from './load-companies.ts';

/**
 * What follows when connections lose their link or reads end: their rows, the companies' last sync, and the events,
 * in the order in which it happened. Sources: `docs/reference/rules/data.md#dataset-status`, `docs/reference/rules/events.md#event-types`.
 */

/** A connection while its changes are gathered. */
export type ConnectionState = { -readonly [K in keyof ConnectionChange]: ConnectionChange[K] } & {
  readonly companyId: string;
};

export type Happening =
  | { readonly kind: 'disconnected'; readonly connection: ConnectionState }
  | { readonly kind: 'read ended'; readonly connection: ConnectionState; readonly readId: string };

export interface Changes {
  readonly errors: readonly StoredError[];
  readonly happenings: readonly Happening[];
}

/** Call it after the ends of the datasets are written. */
export const settle = async (tx: Tx, context: ServiceContext, changes: Changes): Promise<void> => {
  if (changes.happenings.length === 0) return;
  const reads = await summarizeReads(tx, changes.happenings);
  await updateConnections(tx, [...new Set(changes.happenings.map(({ connection }) => connection))]);
  await insertConnectionErrors(tx, changes.errors);
  await markCompaniesSynced(tx, lastSyncs(reads));

  const companyIds = new Set(changes.happenings.map(({ connection }) => connection.companyId));
  const companies = await loadCompanies(tx, [...companyIds], context.pages);
  for (const happening of changes.happenings) {
    const company = companies.get(happening.connection.companyId) as Company;
    const connection = company.dataConnections.find((c) => c.id === happening.connection.id) as Connection;
    if (happening.kind === 'disconnected') {
      await context.publish(tx, {
        type: 'connection.disconnected',
        company,
        connection,
        oldStatus: 'Linked',
      });
    } else {
      const read = reads.get(happening.readId) as EndedRead;
      for (const event of readEvents(read, company, connection)) await context.publish(tx, event);
    }
  }
  announceConnections(tx, context, changes.happenings);
};

interface EndedRead {
  readonly datasets: readonly StoredDataset[];
  readonly companyId: string;
  /** The connection's last sync before this read, ms UTC. */
  readonly modifiedFrom: number | null;
  /** The last end of a dataset that succeeded, ms UTC; undefined if none did. */
  readonly syncedAt: number | undefined;
  readonly isInitial: boolean;
}

/** Reads what came of each read, and carries it into the states of their connections. */
const summarizeReads = async (tx: Tx, happenings: readonly Happening[]): Promise<Map<string, EndedRead>> => {
  const ended = happenings.filter((happening) => happening.kind === 'read ended');
  const datasets = Map.groupBy(
    await datasetsOfReads(
      tx,
      ended.map((happening) => happening.readId),
    ),
    (dataset) => dataset.read_id,
  );
  const reads = new Map<string, EndedRead>();
  for (const { readId, connection } of ended) {
    const own = datasets.get(readId) ?? [];
    const successes = own.filter((dataset) => dataset.end_status === 'Complete');
    const syncedAt =
      successes.length === 0 ? undefined : Math.max(...successes.map((d) => d.ended_at as number));
    // A read that was cancelled whole is not the first read: nothing of the company was read.
    const wasCancelled = own.every((dataset) => dataset.end_status === 'Cancelled');
    const isInitial = connection.first_read_ended === 0 && !wasCancelled;
    reads.set(readId, {
      datasets: own,
      companyId: connection.companyId,
      modifiedFrom: connection.last_sync_at,
      syncedAt,
      isInitial,
    });
    if (isInitial) connection.first_read_ended = 1;
    if (syncedAt !== undefined) connection.last_sync_at = Math.max(syncedAt, connection.last_sync_at ?? 0);
  }
  return reads;
};

const lastSyncs = (reads: ReadonlyMap<string, EndedRead>): [companyId: string, at: number][] => {
  const latest = new Map<string, number>();
  for (const { companyId, syncedAt } of reads.values()) {
    if (syncedAt !== undefined) latest.set(companyId, Math.max(syncedAt, latest.get(companyId) ?? 0));
  }
  return [...latest];
};

const readEvents = (read: EndedRead, company: Company, connection: Connection): ReadEvent[] => {
  const event: Omit<ReadEvent, 'type'> = {
    company,
    sourceType: connection.sourceType,
    ...(read.modifiedFrom === null ? {} : { modifiedFromDate: toIso(read.modifiedFrom) }),
    dataTypes: read.datasets.map((dataset) => ({
      connectionId: dataset.connection_id,
      dataType: dataset.data_type,
      recordsModified: hasModified(dataset),
      status: dataset.end_status as DatasetEnd,
      datasetId: dataset.id,
    })),
  };
  const types = read.isInitial
    ? (['read.completed.initial', 'read.completed'] as const)
    : (['read.completed'] as const);
  return types.map((type) => ({ type, ...event }));
};

/** Rows of earlier versions say it; otherwise it follows from the seed. */
const hasModified = ({ records_modified: rowSays, end_status, seed }: StoredDataset): boolean =>
  end_status === 'Complete' && (rowSays ?? recordsModified(seed)) > 0;

const announceConnections = (tx: Tx, context: ServiceContext, happenings: readonly Happening[]): void => {
  tx.afterCommit(() => {
    for (const { kind, connection } of happenings) {
      if (kind !== 'disconnected') continue;
      const { companyId, id: connectionId, status } = connection;
      context.announce({ type: 'connection', companyId, connectionId, status });
    }
    context.wake();
  });
};
