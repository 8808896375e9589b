import type { DualRunView } from '#contract/cutover.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ParityReport } from '#contract/parity.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { lastOn } from '#desk/cutover/on-target.ts';
import { type DualRun, type DualRunParts, startDualRun } from './dual-run.ts';

type View = DualRunView;

export interface DualRuns {
  /** The one that is under way, or the last one. @throws CatalogueError `case.notFound` */
  view(caseId: string): Promise<View>;
  /**
   * Answers the one that is under way, if there is one.
   * @throws CatalogueError `case.notFound`, `case.notOpen`, `cutover.noPlan`, `mirror.running`, `receiver.portInUse`
   */
  start(caseId: string, actor: string): Promise<View>;
  /** Records the comparison. Answers the last one if none is under way. @throws CatalogueError `case.notFound` */
  stop(caseId: string): Promise<View>;
  /** Ends those that are under way, with the desk. */
  end(): Promise<void>;
}

/**
 * Dual runs: both mechanisms at once, compared as they send, for as long as wanted; one at a time for a case. A run ends
 * with the desk. Source: `docs/reference/rules/cutover.md#dual-run`.
 */
export const createDualRuns = (parts: DualRunParts): DualRuns => {
  const { cases, control, context } = parts;
  /** Those that are being started too. */
  const running = new Map<string, Promise<DualRun>>();
  /** The last one of a case, with its pairs, which are not recorded. */
  const ended = new Map<string, View>();

  const finish = async (caseId: string): Promise<void> => {
    const run = await running.get(caseId)?.catch(() => undefined);
    if (run === undefined) return;
    const last = await run.stop().finally(() => running.delete(caseId));
    ended.set(caseId, last);
  };
  const finishAll = async (which: (run: DualRun) => boolean): Promise<void> => {
    for (const [caseId, starting] of running) {
      const run = await starting.catch(() => undefined);
      if (run === undefined || !which(run)) continue;
      await finish(caseId).catch((err) =>
        context.log.warn({ err, caseId }, 'desk: a dual run was not recorded'),
      );
    }
  };
  const unsubscribe = control.subscribe((announcement) => {
    // It ends the mirror.
    const isReset = announcement.type === 'sandbox' && announcement.change === 'reset';
    if (isReset) void finishAll(({ isMirrored }) => isMirrored);
  });

  const view = async (caseId: string): Promise<View> => {
    const state = await cases.state(caseId);
    const run = await running.get(caseId)?.catch(() => undefined);
    return run?.view() ?? ended.get(caseId) ?? recorded(state);
  };

  return {
    view,
    async start(caseId, actor) {
      const state = await cases.state(caseId);
      if (state.state !== 'open') throw new CatalogueError('case.notOpen', { state: state.state });
      if (!running.has(caseId)) {
        const starting = startDualRun(parts, state, actor);
        running.set(caseId, starting);
        starting.catch(() => running.delete(caseId));
        await starting;
      }
      return view(caseId);
    },
    async stop(caseId) {
      await finish(caseId);
      return view(caseId);
    },
    async end() {
      unsubscribe();
      await finishAll(() => true);
    },
  };
};

/** Of a run that this desk did not see, what the case keeps. */
const recorded = ({ comparisons, targetId }: CaseState): View => {
  const last = lastOn(
    comparisons.filter(({ source }) => source === 'dual-run'),
    targetId,
  );
  if (last === undefined) return { running: false, pairs: [] };
  const report: ParityReport = last.report;
  const started = report.from === undefined ? {} : { started: report.from };
  return { running: false, ...started, ended: last.at, report, pairs: [] };
};
