import type { KeptTexts } from './core/kept-texts.ts';
import { program } from './core/program.ts';
import type { DeskContext } from './store/context.ts';
import type { Runs } from './tokens/tokens.ts';

/**
 * What one process leaves to the next one that has the desk of a store. A process that stood by resumes the runs that were
 * under way, as a person would; one that starts later leaves that to a person, as in a data folder. A case stays on the
 * list until its run is resumed, so that it is not forgotten where the next process ends before that.
 */
export const createHandover = ({ log }: Pick<DeskContext, 'log'>, { handover }: KeptTexts) => {
  let resuming: Promise<void> = Promise.resolve();
  let stopped = false;
  let waiting: readonly string[] = [];
  const keep = async (caseIds: readonly string[]): Promise<void> => {
    waiting = [...new Set(caseIds)];
    if (waiting.length > 0 || textsIn(handover?.read()).length > 0)
      await handover?.write(JSON.stringify(waiting));
  };
  return {
    /** @param running cases whose runs the former process had under way, before they are marked as interrupted */
    async begin(how: Beginning, running: () => Promise<readonly string[]>): Promise<void> {
      await keep(how === 'takes over' ? [...textsIn(handover?.read()), ...(await running())] : []);
    },
    /** Carried on with in the background. */
    resume(runs: Pick<Runs, 'resume'>): void {
      resuming = (async () => {
        for (const caseId of waiting) {
          if (stopped) return;
          await runs
            .resume(caseId, program)
            .then((run) =>
              log.warn({ caseId, runId: run.id }, 'tokens: this process continues a run of another one'),
            )
            .catch((err: unknown) =>
              log.warn({ err, caseId }, 'tokens: a run of another process was not resumed'),
            );
          // A process that has lost the desk meanwhile can't write this, and so leaves the case to the one that has it.
          await keep(waiting.filter((one) => one !== caseId));
        }
      })().catch((err: unknown) => log.warn({ err }, 'tokens: not all runs of another process were resumed'));
    },
    /** Before runs are stopped. */
    async leave(running: readonly string[]): Promise<void> {
      stopped = true;
      await resuming;
      await keep([...waiting, ...running]);
    },
  };
};

/** Whether the process had stood by, or starts with the desk. */
export type Beginning = 'begins' | 'takes over';

const textsIn = (text = '[]'): string[] => {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
};
