import type { Selectable } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DatasetEnd } from '#contract/data.ts';
import type { DatasetDeviationRow, DatasetRow, ReadRow } from './schema.ts';

/**
 * What a read's one row says of its datasets: `course` holds, for each of its data types, the end of the dataset's id
 * (6 bytes), its seed (4) and its duration in ms (4). Which have ended is told by their number, as the order of their
 * ends is fixed; they are `Complete`, unless a row in `dataset_deviations` says otherwise.
 */

/** A dataset, whether it has a row of its own or follows from that of its read. */
export type StoredDataset = Omit<Selectable<DatasetRow>, 'seq' | 'pace'>;
/** A read whose datasets follow from it. */
export type WholeRead = Selectable<ReadRow> & { readonly data_types: string; readonly course: Uint8Array };
export const isWhole = (read: Selectable<ReadRow>): read is WholeRead => read.course !== null;
export type Deviation = Pick<Selectable<DatasetDeviationRow>, 'position' | 'end_status' | 'error_message'>;

/** A dataset before it has begun. */
export interface PlannedDataset {
  /** As that of its read, but for the last group. */
  readonly id: string;
  readonly dataType: string;
  readonly seed: number;
  readonly durationMs: number;
}

const idBytes = 6;
const seedAt = idBytes;
const durationAt = seedAt + 4;
const bytesEach = durationAt + 4;
const idSigns = idBytes * 2;

export const courseOf = (datasets: readonly PlannedDataset[]): Buffer => {
  const course = Buffer.alloc(datasets.length * bytesEach);
  for (const [n, { id, seed, durationMs }] of datasets.entries()) {
    course.write(id.slice(-idSigns), n * bytesEach, idBytes, 'hex');
    course.writeUInt32BE(seed, n * bytesEach + seedAt);
    course.writeUInt32BE(durationMs, n * bytesEach + durationAt);
  }
  return course;
};

/** The ids that a dataset's read may have: all but the last group is the same. */
export const readIdsFor = (datasetId: string): readonly [first: string, last: string] => {
  const prefix = datasetId.slice(0, -idSigns);
  return [prefix + '0'.repeat(idSigns), prefix + 'f'.repeat(idSigns)];
};

type Planned = Pick<WholeRead, 'id' | 'data_types' | 'course' | 'requested_at'>;

interface PlacedDataset extends Omit<PlannedDataset, 'durationMs'> {
  /** Among the data types of its read. */
  readonly place: number;
  /** When it ends, if it runs until then, ms UTC. */
  readonly dueAt: number;
}

/** The datasets of a read as they were planned, in their places. */
export const plannedOf = (read: Planned): PlacedDataset[] => {
  const { id, data_types, course, requested_at } = read;
  const bytes = Buffer.from(course.buffer, course.byteOffset, course.byteLength);
  const signs = bytes.toString('hex');
  const prefix = id.slice(0, -idSigns);
  return typesIn(data_types).map((dataType, place) => {
    const at = place * bytesEach;
    return {
      place,
      id: prefix + signs.slice(at * 2, at * 2 + idSigns),
      dataType,
      seed: bytes.readUInt32BE(at + seedAt),
      dueAt: requested_at + bytes.readUInt32BE(at + durationAt),
    };
  });
};

/** When each dataset ends, ms UTC, in their places. */
export const duesOf = ({ course, requested_at }: Pick<WholeRead, 'course' | 'requested_at'>): number[] => {
  const bytes = Buffer.from(course.buffer, course.byteOffset, course.byteLength);
  return Array.from(
    { length: course.byteLength / bytesEach },
    (_, n) => requested_at + bytes.readUInt32BE(n * bytesEach + durationAt),
  );
};

/** The places in the order in which the datasets end. */
export const endOrder = (dues: readonly number[]): number[] =>
  dues.map((_, place) => place).sort((a, b) => (dues[a] as number) - (dues[b] as number) || a - b);

/** The datasets of a read that have not ended, in the order in which they end. */
export const runningOf = (read: Planned & Pick<WholeRead, 'ended'>): PlacedDataset[] => {
  const planned = plannedOf(read);
  return endOrder(planned.map(({ dueAt }) => dueAt))
    .slice(read.ended)
    .map((place) => planned[place] as PlacedDataset);
};

/** The datasets of a read as they are now, in their places. */
export const datasetsIn = (read: WholeRead, deviations: readonly Deviation[]): StoredDataset[] => {
  const planned = plannedOf(read);
  const dues = planned.map(({ dueAt }) => dueAt);
  const isOver = new Set(read.ended === 0 ? [] : endOrder(dues).slice(0, read.ended));
  const datasets = planned.map(
    ({ id, dataType, seed, dueAt }, place): StoredDataset => ({
      id,
      read_id: read.id,
      company_id: read.company_id,
      connection_id: read.connection_id,
      data_type: dataType,
      seed,
      requested_at: read.requested_at,
      ...(isOver.has(place)
        ? { ...completed, ended_at: dueAt }
        : read.cancelled_at === null
          ? { ...running, due_at: dueAt }
          : { ...cancelled, ended_at: read.cancelled_at, error_message: read.cancel_reason }),
    }),
  );
  for (const { position, end_status, error_message } of deviations) {
    Object.assign(datasets[position] as StoredDataset, { end_status, error_message });
  }
  return datasets;
};

const running = {
  due_at: null,
  ended_at: null,
  end_status: null,
  error_message: null,
  records_modified: null,
} as const;
const completed = { ...running, end_status: 'Complete' satisfies DatasetEnd } as const;
const cancelled = { ...running, end_status: 'Cancelled' satisfies DatasetEnd, records_modified: 0 } as const;

/** There are as many lists as integrations, and one for each data type that is asked for by itself. */
const lists = new LRUCache<string, readonly string[]>({ max: 500 });
const typesIn = (json: string): readonly string[] => {
  let types = lists.get(json);
  if (types === undefined) {
    types = JSON.parse(json) as string[];
    lists.set(json, types);
  }
  return types;
};
