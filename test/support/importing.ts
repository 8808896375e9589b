import type { ImportResult, SignerDecision } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Cases } from '#desk/cases/cases.ts';

/** Takes a case file in as a person does who knows the keys in it, and trusts them by the name given. */
export const importTrusting = (
  cases: Cases,
  text: string,
  actor: string,
  passphrase?: string,
  name = 'a colleague',
): Promise<ImportResult> =>
  imported(cases, text, actor, passphrase, (fingerprint) => ({ fingerprint, decision: 'trust', name }));

/** As one who does not know them, and takes in this file alone. */
export const importAccepting = (
  cases: Cases,
  text: string,
  actor: string,
  passphrase?: string,
): Promise<ImportResult> =>
  imported(cases, text, actor, passphrase, (fingerprint) => ({ fingerprint, decision: 'accept' }));

const imported = async (
  cases: Cases,
  text: string,
  actor: string,
  passphrase: string | undefined,
  decide: (fingerprint: string) => SignerDecision,
): Promise<ImportResult> => {
  try {
    return await cases.importFile(text, actor, { passphrase });
  } catch (error) {
    const unknown = error instanceof CatalogueError ? error.info?.signers : undefined;
    if (unknown === undefined) throw error;
    const signers = unknown.map(({ fingerprint }) => decide(fingerprint));
    return cases.importFile(text, actor, { passphrase, signers });
  }
};
