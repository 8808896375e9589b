import type { CoreContext } from '#desk/core/context.ts';
import { readHolds } from '#desk/journal/holds.ts';
import { readHeads } from '#desk/store/case-chain.ts';
import type { Reader } from '#desk/store/store.ts';
import { summaryIn } from './case-names.ts';

export interface HeldCase {
  readonly id: string;
  readonly name: string;
  /** Of its chain, hex. */
  readonly digest: string;
}

/** Cases under legal hold that are here. */
export const readHeldCases = async (
  context: Pick<CoreContext, 'identity'>,
  reader: Reader,
): Promise<HeldCase[]> => {
  const holds = await readHolds(context, reader);
  if (holds.size === 0) return [];
  return (await readHeads(reader))
    .filter((head) => holds.has(head.case_id))
    .map((head) => ({ id: head.case_id, name: summaryIn(head).name, digest: head.digest }));
};
