import { type Clock, toIso } from '#base/clock.ts';
import { errorText } from '#base/error-text.ts';
import type { Log } from '#base/log.ts';
import type { CaseSummary } from '#contract/case.ts';
import type { JournalAction } from '#contract/journal.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { program } from '#desk/core/program.ts';
import type { DeskStore, Tx } from '#desk/store/store.ts';
import type { Tokens } from '#desk/tokens/tokens.ts';
import type { Verification } from '#desk/verification/verification.ts';
import { type Due, dueOf, type Keeping, noticeMs } from './keeping.ts';

export interface SweepParts {
  readonly cases: Pick<Cases, 'list' | 'summary' | 'removal' | 'remove'>;
  readonly tokens: Pick<Tokens, 'refuseUnfinished' | 'forget'>;
  readonly verification: Pick<Verification, 'status'>;
  /** Reads again what the journal says. */
  readonly reread: () => Promise<void>;
  readonly keeping: () => Keeping;
  readonly record: (tx: Tx, actor: string, ...actions: readonly JournalAction[]) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

interface DueCase extends Due {
  readonly one: CaseSummary;
}

/**
 * Announces cases that will be due, and deletes those whose announcement is old enough: a clock that was wrong for a while
 * deletes nothing, and people have the time to place a hold. While the desk is not as it was written, nothing is deleted.
 * @param problems by case: why it was not deleted
 */
export const createSweep = (parts: SweepParts, store: DeskStore, problems: Map<string, string>) => {
  const { cases, tokens, verification, reread, keeping, record, clock, log } = parts;
  let stopped = false;

  const announce = async (due: readonly DueCase[]): Promise<void> => {
    const soon = clock.now() + noticeMs;
    const fresh = due.filter(({ announced, atMs }) => announced === undefined && atMs <= soon);
    if (fresh.length === 0) return;
    const actions = fresh.map(({ one, days, atMs }): JournalAction => {
      const removal = toIso(Math.max(atMs, soon));
      return { kind: 'retention.announced', content: { caseId: one.id, seq: one.revision, days, removal } };
    });
    await store.write((tx) => record(tx, program, ...actions));
  };

  const remove = async (caseId: string, days: number): Promise<void> => {
    const unfinished = await tokens.refuseUnfinished(caseId);
    const { digest } = await cases.removal(caseId);
    // What was changed since it was looked at counts from its announcement again.
    const due = dueOf(keeping(), await cases.summary(caseId));
    if (due?.announced === undefined || due.atMs > clock.now()) return;
    await cases.remove(caseId, digest, program, async (tx) => {
      await unfinished(tx);
      await record(tx, program, { kind: 'retention.applied', content: { caseId, days } });
    });
    await tokens.forget(caseId);
  };

  const isSound = (): boolean => {
    const { notices, last } = verification.status();
    return notices.length === 0 && last?.state !== 'broken';
  };

  const dueCases = async (): Promise<DueCase[]> =>
    (await cases.list()).flatMap((one) => {
      const due = dueOf(keeping(), one);
      return due === undefined ? [] : [{ ...due, one }];
    });

  return {
    /** Never fails. */
    async run(): Promise<void> {
      try {
        problems.clear();
        if (stopped || isEmpty(keeping())) return;
        await reread();
        const due = await dueCases();
        await announce(due);
        for (const { one, days, announced, atMs } of due) {
          if (stopped || announced === undefined || atMs > clock.now()) continue;
          if (!isSound())
            problems.set(one.id, 'The data of the desk is not as it was written. See Settings.');
          else await remove(one.id, days).catch((error) => problems.set(one.id, errorText(error)));
        }
      } catch (error) {
        log.error({ err: error }, 'desk: retention could not be applied');
      }
    },
    stop(): void {
      stopped = true;
    },
  };
};

const isEmpty = ({ rule, rules }: Keeping): boolean => rule === 'keep' && rules.size === 0;
