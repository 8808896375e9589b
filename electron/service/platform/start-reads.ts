import { drawBytes } from '#base/ids.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { insertReads, type NewRead } from '#service/store/datasets.ts';
import type { PlannedDataset } from '#service/store/read-course.ts';
import type { Tx } from '#service/store/store.ts';
import { durationOf, slowPace } from './dataset-course.ts';

/** What a read is to fetch: data types of one Linked connection. */
export interface WantedRead {
  readonly companyId: string;
  readonly connectionId: string;
  /** How the token behaves that the simulator issued; null for any other token. */
  readonly behaviour: string | null;
  readonly dataTypes: readonly string[];
}

/** Starts reads now, all in one statement. Answers the ids of their datasets, in the order of what was wanted. */
export const startReads = async (
  tx: Tx,
  context: ServiceContext,
  wanted: readonly WantedRead[],
): Promise<string[]> => {
  const requestedAt = context.clock.now();
  const reads = wanted
    .filter(({ dataTypes }) => dataTypes.length > 0)
    .map(({ companyId, connectionId, behaviour, dataTypes }): NewRead => {
      const id = context.ids.uuid();
      const datasets = planDatasets(context.seed, id, dataTypes, behaviour === 'slow' ? slowPace : 1);
      return { id, companyId, connectionId, requestedAt, datasets };
    });
  await insertReads(tx, reads);
  tx.afterCommit(() => {
    for (const { companyId, connectionId, datasets } of reads) {
      for (const { id: datasetId } of datasets) {
        context.announce({ type: 'sync', companyId, connectionId, datasetId, status: 'Initial' });
      }
    }
    context.wake();
  });
  return reads.flatMap(({ datasets }) => datasets.map(({ id }) => id));
};

/** What a read's datasets will be: it follows from the sandbox's seed, the id of the read and the pace. */
const planDatasets = (
  seed: number,
  readId: string,
  dataTypes: readonly string[],
  pace: number,
): PlannedDataset[] => {
  const bytes = drawBytes(seed, dataTypes.length * bytesEach, 'datasets', readId);
  return dataTypes.map((dataType, n) => {
    const own = bytes.readUInt32BE(n * bytesEach + idBytes);
    const id = datasetId(readId, bytes.subarray(n * bytesEach, n * bytesEach + idBytes));
    return { id, dataType, seed: own, durationMs: durationOf(own, pace) };
  });
};

const idBytes = 6;
const seedBytes = 4;
const bytesEach = idBytes + seedBytes;

/** Ids of one read differ in their last group only, so that they lie together in the index: far fewer pages to write. */
const datasetId = (readId: string, bytes: Buffer): string =>
  `${readId.slice(0, -12)}${bytes.toString('hex')}`;
