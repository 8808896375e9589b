import { readHeads } from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { DeskStore } from '#desk/store/store.ts';
import { sealHead } from './chain.ts';

/**
 * Whether the cases of a database were coded under the key that there is now. One that was tampered with says nothing of
 * the others; undefined if there are no cases.
 */
export const isUnderKey = async (
  store: Pick<DeskStore, 'read'>,
  authenticate: DeskContext['authenticate'],
): Promise<boolean | undefined> => {
  const heads = await store.read(readHeads);
  if (heads.length === 0) return undefined;
  return heads.some((head) => sealHead(head.case_id, head, authenticate) === head.seal);
};
