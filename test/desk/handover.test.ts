import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { Run } from '#contract/token-runs.ts';
import type { KeptTexts } from '#desk/core/kept-texts.ts';
import { createHandover } from '#desk/handover.ts';

/** The store of several processes, one of which has the desk: what another one writes is refused. */
const processes = () => {
  let text: string | undefined;
  let holder = 0;
  return () => {
    const self = ++holder;
    const write = async (given: string): Promise<void> => {
      if (self !== holder) throw new Error('another process has the desk');
      text = given;
    };
    const handover = { place: 'store', read: () => text, write, setAside: async () => {} };
    return createHandover({ log: silentLog() }, { handover } as Partial<KeptTexts> as KeptTexts);
  };
};

const run = { id: 'run' } as Run;
/** No run is under way. */
const nothing = async (): Promise<string[]> => [];

type Process = ReturnType<ReturnType<typeof processes>>;

/** What a process that takes over resumes, as it goes. */
const takeOver = async (one: Process, running: string[] = []): Promise<string[]> => {
  const asked: string[] = [];
  await one.begin('takes over', async () => running);
  one.resume({
    async resume(caseId) {
      asked.push(caseId);
      return run;
    },
  });
  return asked;
};

/** What the next process resumes, all of it. */
const expectResumed = async (one: Process, caseIds: string[], running: string[] = []): Promise<void> => {
  const asked = await takeOver(one, running);
  await expect.poll(() => asked).toEqual(caseIds);
  await one.leave([]);
  expect(asked).toEqual(caseIds);
};

test('a run is on the list until it is resumed, whichever process ends before that', async () => {
  const next = processes();
  const stopped = next();
  await stopped.begin('begins', nothing);
  await stopped.leave(['left']);
  // Ends before it resumes anything, and what it found cut off is marked as interrupted by then.
  await next().begin('takes over', async () => ['cut off']);
  // Ends while it resumes one.
  const third = next();
  await third.begin('takes over', nothing);
  const began = new Promise<string>((asked) => {
    third.resume({
      resume(caseId) {
        asked(caseId);
        return new Promise(() => {});
      },
    });
  });
  expect(await began).toBe('left');
  // Is stopped as it resumes the first.
  const fourth = next();
  const asked = await takeOver(fourth);
  await fourth.leave([]);
  expect(asked).toEqual(['left']);
  await expectResumed(next(), ['cut off', 'another'], ['another']);
  await expectResumed(next(), []);
});

test('a run that can not be resumed is not asked for again, and none that a person has to decide on', async () => {
  const next = processes();
  const refused = next();
  await refused.begin('takes over', async () => ['refused']);
  refused.resume({ resume: () => Promise.reject(new Error('it was cancelled')) });
  await refused.leave(['left']);
  await expectResumed(next(), ['left']);
  // A process that starts with the desk leaves runs to a person, and so do those after it.
  const begun = next();
  await begun.leave(['older']);
  await next().begin('begins', nothing);
  await expectResumed(next(), ['new'], ['new']);
});

test('a process that has lost the desk leaves what it could not resume to the one that has it', async () => {
  const next = processes();
  const lost = next();
  await lost.begin('takes over', async () => ['cut off']);
  const successor = next();
  lost.resume({ resume: () => Promise.reject(new Error('another process has the desk')) });
  await expect(lost.leave([])).rejects.toThrow('another process has the desk');
  await expectResumed(successor, ['cut off']);
});
