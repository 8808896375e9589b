import { deleteSecret, readSecret, readSecrets, writeSecret } from '#desk/store/case-contents.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader, Tx } from '#desk/store/store.ts';

/** Secrets of a case, sealed at rest; each opens only in its own place. */

const placeOf = (caseId: string, name: string): string => `case secret ${caseId} ${name}`;

export const keepCaseSecret = async (
  { sealer }: DeskContext,
  tx: Tx,
  caseId: string,
  name: string,
  value: string | undefined,
): Promise<void> => {
  if (value === undefined) return deleteSecret(tx, caseId, name);
  await writeSecret(tx, { case_id: caseId, name, value: sealer.seal(value, placeOf(caseId, name)) });
};

/** undefined also where the key that it was sealed under is lost. */
export const openCaseSecret = async (
  { sealer }: DeskContext,
  reader: Reader,
  caseId: string,
  name: string,
): Promise<string | undefined> => {
  const row = await readSecret(reader, caseId, name);
  return row && sealer.openIfPossible(row.value, placeOf(caseId, name));
};

/** Those that can be opened: what was sealed under a key that is lost is lost with it. */
export const openCaseSecrets = async (
  { sealer }: DeskContext,
  reader: Reader,
  caseId: string,
): Promise<{ name: string; value: string }[]> =>
  (await readSecrets(reader, caseId)).flatMap(({ name, value }) => {
    const opened = sealer.openIfPossible(value, placeOf(caseId, name));
    return opened === undefined ? [] : [{ name, value: opened }];
  });
