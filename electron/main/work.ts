import { systemTime } from '#base/clock.ts';
import type { CaseSummary } from '#contract/case.ts';
import type { Job } from '#contract/job.ts';
import type { Run } from '#contract/token-runs.ts';
import type { DeskFetch } from './desk-fetch.ts';

/**
 * What the host is in the middle of, and would be stopped in by quitting. It is asked for each time: announcements may be
 * missed, and a run that was not heard to end would be waited for for ever.
 */
export interface Work {
  /** In words, one for each; empty if nothing is under way. */
  underWay(): Promise<string[]>;
  /** Runs are paused where they are; jobs, which can't be, are cancelled. */
  pause(): Promise<void>;
}

const kinds: Record<Job['kind'], string> = {
  check: 'evidence is being collected',
  'tokens-import': 'tokens are being imported',
  verification: 'everything is being verified',
  rehearsal: 'a cutover is being rehearsed',
  parity: 'recordings are being compared',
  doctor: 'an endpoint is being tested',
  bulk: 'several cases are being changed',
  answer: 'an answer is being imported',
  sample: 'a sample is being read back',
  recording: 'a target is being recorded',
  scenario: 'a scenario is being played',
};

const answerMs = 3000;

export const createWork = (deskFetch: DeskFetch): Work => {
  /** @throws if there is no answer in time */
  const list = async <T>(path: string): Promise<T[]> => {
    const late = new AbortController();
    const cancel = systemTime.after(answerMs, () => late.abort());
    try {
      const answer = await deskFetch({ method: 'GET', path, signal: late.signal });
      return ((await answer.json()) as { results: T[] }).results;
    } finally {
      cancel();
    }
  };
  // A host that is gone has nothing under way, and one that is stuck can't tell.
  const jobs = async (): Promise<Job[]> =>
    (await list<Job>('/api/jobs').catch(() => [])).filter(({ state }) => state === 'running');
  const runs = async (): Promise<Run[]> => {
    const cases = await list<CaseSummary>('/api/cases').catch(() => []);
    const ofEach = cases.map(({ id }) => list<Run>(`/api/cases/${id}/tokens/runs`).catch(() => []));
    return (await Promise.all(ofEach)).flat().filter(({ state }) => state === 'running');
  };
  const post = async (path: string, body?: object): Promise<void> => {
    const answer = await deskFetch({
      method: 'POST',
      path,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
  };

  return {
    async underWay() {
      const ofRuns = (await runs()).map(
        ({ kind, counts }) =>
          `a ${kind === 'run' ? 'token migration' : kind} (${counts.done} of ${counts.rows} companies)`,
      );
      return [...ofRuns, ...(await jobs()).map(({ kind }) => kinds[kind])];
    },
    async pause() {
      const cases = new Set((await runs()).map(({ caseId }) => caseId));
      await Promise.allSettled([
        ...[...cases].map((id) => post(`/api/cases/${id}/tokens/runs/pause`, { why: 'Carryover was quit.' })),
        ...(await jobs()).map(({ id }) => post(`/api/jobs/${id}/cancel`)),
      ]);
    },
  };
};
