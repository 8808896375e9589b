import { type Cancel, type Clock, systemTime } from '#base/clock.ts';
import type { CaseSummary } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { JournalAction } from '#contract/journal.ts';
import { everything, seesCase } from '#desk/core/sight.ts';
import { isRefusal } from '#desk/journal/holds.ts';
import { createJournal } from '#desk/journal/journal.ts';
import { readOwnEntries } from '#desk/journal/own-entries.ts';
import { readHead } from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { hasJournalKind } from '#desk/store/journal.ts';
import type { Reader } from '#desk/store/store.ts';
import { type Keeping, keepingAfter, keepingKinds, keepsAll, retentionOf } from './keeping.ts';
import type { Retention } from './retention.ts';
import { createSweep, type SweepParts } from './sweep.ts';

const hourMs = 3_600_000;

/** @param clock when cases are due */
export const openRetention = async (
  context: DeskContext,
  parts: Omit<SweepParts, 'reread' | 'keeping' | 'record' | 'clock' | 'log'>,
  clock: Clock = systemTime,
): Promise<Retention> => {
  const { store, announce, log } = context;
  const { cases } = parts;
  const journal = createJournal(context);
  let keeping = await store.read((reader) => readKeeping(context, reader));
  const problems = new Map<string, string>();

  const record: SweepParts['record'] = async (tx, actor, ...actions) => {
    const at = await journal.append(tx, actor, ...actions);
    tx.afterCommit(() => {
      keeping = actions.reduce((known, action) => keepingAfter(known, { action, at, actor }), keeping);
    });
  };
  /** Within a unit of work, which takes turns with all that is recorded: deleted cases may have come back by import. */
  const reread = (): Promise<void> =>
    store.write(async (tx) => {
      const read = await readKeeping(context, tx);
      tx.afterCommit(() => {
        keeping = read;
      });
    });
  const known = { reread, keeping: () => keeping, record };
  const sweep = createSweep({ ...parts, ...known, clock, log }, store, problems);

  const shown = (summary: CaseSummary) => {
    const problem = problems.get(summary.id);
    return {
      ...retentionOf(keeping, summary, clock.now()),
      ...(problem === undefined ? {} : { problem }),
    };
  };
  const ofCase = async (caseId: string) => shown(await cases.summary(caseId));
  /** Also of a case whose chain is damaged. */
  const changed = async (caseId: string, actor: string, decide: () => JournalAction) => {
    await store.write(async (tx) => {
      const head = await readHead(tx, caseId);
      if (head === undefined) throw new CatalogueError('case.notFound', { reference: caseId });
      await record(tx, actor, decide());
      tx.afterCommit(() => announce({ type: 'case', caseId, revision: head.seq, change: 'changed' }));
    });
  };

  let running = Promise.resolve();
  let cancel: Cancel = () => {};
  const sweepInTurn = (): Promise<void> => {
    running = running.then(sweep.run);
    return running;
  };
  return {
    async show(sight = everything) {
      const own = (one: CaseSummary) =>
        keeping.rules.has(one.id) || keeping.holds.has(one.id) || keeping.announced.has(one.id);
      const seen = (await cases.list()).filter((one) => own(one) && seesCase(sight, one));
      return {
        rule: keeping.rule,
        cases: seen.map((one) => ({ id: one.id, name: one.name, ...shown(one) })),
      };
    },
    async change(rule, actor) {
      await store.write((tx) => record(tx, actor, { kind: 'retention.changed', content: { rule } }));
      // Whoever changed it sees at once what will be due.
      await sweepInTurn();
    },
    ofCase,
    async changeCase(caseId, rule, actor) {
      await changed(caseId, actor, () => ({ kind: 'retention.changed', content: { caseId, rule } }));
      await sweepInTurn();
      return ofCase(caseId);
    },
    async hold(caseId, reason, actor) {
      await changed(caseId, actor, () => {
        const hold = keeping.holds.get(caseId);
        if (hold !== undefined) throw new CatalogueError('case.isHeld', { by: hold.by, at: hold.at });
        return { kind: 'case.held', content: { caseId, reason: reason.trim() } };
      });
      return ofCase(caseId);
    },
    async release(caseId, reason, actor) {
      await changed(caseId, actor, () => {
        if (!keeping.holds.has(caseId)) throw new CatalogueError('case.notHeld');
        return { kind: 'case.released', content: { caseId, reason: reason.trim() } };
      });
      return ofCase(caseId);
    },
    holdOf: (caseId) => keeping.holds.get(caseId),
    sweep: sweepInTurn,
    start() {
      void sweepInTurn();
      cancel = systemTime.every(hourMs, () => void sweepInTurn());
    },
    async stop() {
      cancel();
      sweep.stop();
      await running;
    },
  };
};

const readKeeping = async (context: DeskContext, reader: Reader): Promise<Keeping> => {
  // Most desks keep everything and hold nothing: to verify the whole journal for that takes time at each start.
  if (!(await hasJournalKind(reader, 'case.held', 'retention.changed'))) return keepsAll;
  return (await readOwnEntries(context, reader, keepingKinds, isRefusal)).reduce(keepingAfter, keepsAll);
};
