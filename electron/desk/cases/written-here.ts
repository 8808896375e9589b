import { readHead } from '#desk/store/case-chain.ts';
import type { Reader } from '#desk/store/store.ts';
import { importsOf } from './imports.ts';

/** Which entries of a case were written in this data folder: a keyed mark that was made elsewhere can't be compared. */
export type WrittenHere = (seq: number) => boolean;

export const writtenHere = async (reader: Reader, caseId: string): Promise<WrittenHere> => {
  const imports = importsOf((await readHead(reader, caseId)) ?? { imported: null });
  return (seq) => seq > 0 && !imports.some(({ from, upTo }) => from <= seq && seq <= upTo);
};
