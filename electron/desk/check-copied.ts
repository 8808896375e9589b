import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '#base/log.ts';
import type { DeskCheck } from '#contract/verification.ts';
import { createStreamCheck } from './audit/check-streams.ts';
import { createCases } from './cases/index.ts';
import { createDeskContext } from './context.ts';
import { keptInFolder } from './core/kept-texts.ts';
import { stepModules } from './step-modules.ts';
import type { DeskPlace } from './store/copies.ts';
import { openDeskFile } from './store/file-store.ts';
import { keptOnServer } from './store/kept-on-server.ts';
import { openDeskOnServer } from './store/server-store.ts';
import { checkLedgers } from './tokens/run/check-ledgers.ts';
import { checkDesk, withoutJob } from './verification/check-desk.ts';

/** Verifies the chains, signatures, seals and ledgers of a desk that nobody serves, as `carryover verify` does. */
export const checkDeskAt = async (of: DeskPlace): Promise<DeskCheck> => {
  const log = silentLog();
  const { dataKey } = of;
  const store =
    'dataDir' in of
      ? await openDeskFile(join(of.dataDir, 'desk.db'))
      : await openDeskOnServer({ ...of.server, connections: 2, dataKey, log }, false);
  try {
    // The head of any machine is left out: only what is copied is verified.
    const nowhere = join(tmpdir(), randomUUID());
    const kept =
      'dataDir' in of ? keptInFolder(of.dataDir) : await keptOnServer(store, nowhere, of.server.address);
    const dataDir = 'dataDir' in of ? of.dataDir : nowhere;
    const parts = { store, dataDir, dataKey, kept, log, announce: () => {}, isCandidate: true };
    const context = await createDeskContext(parts);
    const cases = createCases(context, stepModules);
    const tokens = { checkLedgers: async (id: string) => checkLedgers(store, await cases.state(id)) };
    return await checkDesk(context, { cases, tokens, streams: createStreamCheck(context) }, withoutJob);
  } finally {
    await store.close();
  }
};
