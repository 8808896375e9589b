import { systemTime, toIso } from '#base/clock.ts';
import { readEntries, readHeads, replaceCodes } from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { codesOf, sealHead } from './chain.ts';
import { importsOf } from './imports.ts';

/** Who is named for it: nobody acts but the program. */
const recoder = 'carryover, as the key was lost';

/**
 * Codes every chain again under the key that there is now, as the one that it was coded with is lost: losing the key loses
 * the secrets, never the cases. Signatures hold by the public key; of what was made before there were any, only the digest,
 * which needs no key, vouches for what was before. That is kept with the head. A chain that does not have its head's digest is left as it is.
 */
export const recodeAll = ({ store, authenticate, log }: DeskContext): Promise<void> =>
  store.write(async (tx) => {
    for (const head of await readHeads(tx)) {
      const rows = await readEntries(tx, head.case_id, 0);
      const codes = codesOf(head.case_id, rows, authenticate);
      const link = codes.at(-1);
      if (link === undefined || rows.length !== head.seq || link.digest !== head.digest) {
        log.warn({ caseId: head.case_id }, 'desk: a case is damaged, and was not re-encoded');
        continue;
      }
      const { digest, seq } = head;
      const record = { from: 1, upTo: seq, at: toIso(systemTime.now()), by: recoder, digest };
      const imported = JSON.stringify([...importsOf(head), record]);
      const next = { seq, code: link.code, digest, imported };
      const seal = sealHead(head.case_id, next, authenticate);
      await replaceCodes(tx, { ...head, ...next, seal }, codes);
    }
  });
