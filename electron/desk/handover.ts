import type { KeptTexts } from './core/kept-texts.ts';
import { program } from './core/program.ts';
import type { DeskContext } from './store/context.ts';
import type { Runs } from './tokens/tokens.ts';

/**
 * What one process leaves to the next one that has the desk of a store. A process that stood by resumes the runs that were
 * under way, as a person would; one that starts later leaves that to a person, as in a data folder.
 */
export const createHandover = ({ log }: Pick<DeskContext, 'log'>, { handover }: KeptTexts) => {
  let resuming: Promise<void> = Promise.resolve();
  let stopped = false;
  return {
    /** Cases whose runs the former process had under way when it was stopped. */
    async take(): Promise<readonly string[]> {
      const left = textsIn(handover?.read());
      if (left.length > 0) await handover?.write('[]');
      return left;
    },
    /** Carried on with in the background. */
    resume(runs: Pick<Runs, 'resume'>, caseIds: readonly string[]): void {
      resuming = (async () => {
        for (const caseId of new Set(caseIds)) {
          if (stopped) return;
          await runs
            .resume(caseId, program)
            .then((run) =>
              log.warn({ caseId, runId: run.id }, 'tokens: this process continues a run of another one'),
            )
            .catch((err: unknown) => log.warn({ err, caseId }, 'tokens: a run was not taken over'));
        }
      })();
    },
    /** Before runs are stopped. */
    async leave(caseIds: readonly string[]): Promise<void> {
      stopped = true;
      await resuming;
      if (caseIds.length > 0) await handover?.write(JSON.stringify(caseIds));
    },
  };
};

const textsIn = (text = '[]'): string[] => {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
};
