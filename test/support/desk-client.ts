import { expect } from 'vitest';
import type { CheckRequest, CheckResult } from '#contract/eligibility.ts';
import type { Job } from '#contract/job.ts';
import { type HostProcess, until } from './host-process.ts';

/** JSON over both APIs of a host, each call expected to succeed. */
export const clientOf = (host: Pick<HostProcess, 'api' | 'desk'>) => {
  const expected =
    (call: HostProcess['api']) =>
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
    async (method: string, path: string, body?: unknown): Promise<any> => {
      const response = await call(method, path, body);
      const text = await response.text();
      expect([method, path, response.status >= 200 && response.status < 300, text.slice(0, 500)]).toEqual([
        method,
        path,
        true,
        expect.anything(),
      ]);
      return text === '' ? undefined : JSON.parse(text);
    };
  const desk = expected(host.desk);
  return {
    api: expected(host.api),
    desk,
    /** Runs collectors to their end. */
    async check(request: CheckRequest): Promise<CheckResult> {
      const started = (await desk('POST', '/api/checks', request)) as Job;
      const job = await until(async () => {
        const now = (await desk('GET', `/api/jobs/${started.id}`)) as Job;
        return now.state !== 'running' && now;
      });
      expect([job.state, job.error]).toEqual(['done', undefined]);
      return job.result as CheckResult;
    },
  };
};
