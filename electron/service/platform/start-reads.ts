import { drawBytes } from '#base/ids.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { insertDatasets, insertReads, type NewDataset, type NewRead } from '#service/store/datasets.ts';
import type { Tx } from '#service/store/store.ts';
import { endsAt, slowPace } from './dataset-course.ts';

/** What a read is to fetch: data types of one Linked connection. */
export interface WantedRead {
  readonly companyId: string;
  readonly connectionId: string;
  /** How the token behaves that the simulator issued; null for any other token. */
  readonly behaviour: string | null;
  readonly dataTypes: readonly string[];
}

/** Starts reads now, all in two statements. Answers their datasets in the order of what was wanted. */
export const startReads = async (
  tx: Tx,
  context: ServiceContext,
  wanted: readonly WantedRead[],
): Promise<NewDataset[]> => {
  const requestedAt = context.clock.now();
  const reads: NewRead[] = [];
  const datasets: NewDataset[] = [];
  for (const { companyId, connectionId, behaviour, dataTypes } of wanted) {
    if (dataTypes.length === 0) continue;
    const readId = context.ids.uuid();
    reads.push({
      id: readId,
      company_id: companyId,
      connection_id: connectionId,
      requested_at: requestedAt,
      remaining: dataTypes.length,
    });
    const pace = behaviour === 'slow' ? slowPace : 1;
    const bytes = drawBytes(context.seed, dataTypes.length * bytesEach, 'datasets', readId);
    for (const [n, dataType] of dataTypes.entries()) {
      const seed = bytes.readUInt32BE(n * bytesEach + idBytes);
      datasets.push({
        id: datasetId(readId, bytes.subarray(n * bytesEach, n * bytesEach + idBytes)),
        read_id: readId,
        company_id: companyId,
        connection_id: connectionId,
        data_type: dataType,
        seed,
        pace,
        requested_at: requestedAt,
        due_at: endsAt({ requestedAt, seed, pace }),
      });
    }
  }
  await insertReads(tx, reads);
  await insertDatasets(tx, datasets);
  tx.afterCommit(() => {
    for (const { company_id: companyId, connection_id: connectionId, id: datasetId } of datasets) {
      context.announce({ type: 'sync', companyId, connectionId, datasetId, status: 'Initial' });
    }
    context.wake();
  });
  return datasets;
};

const idBytes = 6;
const seedBytes = 4;
const bytesEach = idBytes + seedBytes;

/** Ids of one read differ in their last group only, so that they lie together in the index: far fewer pages to write. */
const datasetId = (readId: string, bytes: Buffer): string =>
  `${readId.slice(0, -12)}${bytes.toString('hex')}`;
