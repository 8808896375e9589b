import { join } from 'node:path';
import { until } from './host-process.ts';
import type { Call } from './test-host.ts';

/** Ids of what a lived-in desk shows. */
export interface LivedIn {
  readonly caseId: string;
  readonly webhookId: string;
  readonly messageId: string;
  readonly runId: string;
}

/** The sample case with its tokens imported, a run of them ended, and the runbook opened: something on every screen. */
export const livedIn = async (desk: Call, platformKey = 'qhyg'): Promise<LivedIn> => {
  const sample = (await answered(desk('POST', '/api/sample'))) as { caseId: string; folder: string };
  const { caseId } = sample;
  const job = await answered(
    desk('POST', `/api/cases/${caseId}/tokens/imports`, {
      path: join(sample.folder, 'tokens.csv'),
      platformKey,
    }),
  );
  await ended(async () => (await answered(desk('GET', `/api/jobs/${job.id}`))).state !== 'running');
  const rehearsal = await answered(desk('POST', `/api/cases/${caseId}/tokens/rehearsals`, {}));
  const runId: string = rehearsal.runId ?? rehearsal.id;
  await ended(async () => {
    const run = await answered(desk('GET', `/api/cases/${caseId}/tokens/runs/${runId}`));
    return (run.run ?? run).state !== 'running';
  });
  await answered(desk('POST', `/api/cases/${caseId}/runbook`, { platformKey }));
  const [endpoint] = (await answered(desk('GET', '/api/endpoints'))).results;
  const [message] = (await answered(desk('GET', '/api/messages?limit=1'))).results;
  return { caseId, webhookId: endpoint.id, messageId: message.id, runId };
};

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
const answered = async (answer: ReturnType<Call>): Promise<any> => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

const ended = (isOver: () => Promise<boolean>): Promise<boolean> => until(isOver);
