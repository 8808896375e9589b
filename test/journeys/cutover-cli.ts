import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runHere } from '#test/support/cli-here.ts';
import type { Consumer } from '#test/support/consumer.ts';
import { clientOf } from '#test/support/desk-client.ts';
import { startHostHere } from '#test/support/host-here.ts';
import { until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** What the journeys of a cutover by command line share. */

export const profileHeader = 'Bearer from-the-profile-7B2';
export const portalHeader = 'Bearer from-the-portal-F04';

/** Commands on a data folder, each checked for its exit code. */
export const commandsOn = (dataDir: string) => {
  const run = async (code: number, ...args: string[]) => {
    const ended = await runHere(...args, '--data', dataDir);
    expect([args, ended.code, ended.stderr]).toEqual([args, code, ended.stderr]);
    return ended;
  };
  return {
    run,
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
    json: async (code: number, ...args: string[]): Promise<any> =>
      JSON.parse((await run(code, ...args, '--json')).stdout),
  };
};

/** A host, with what only its APIs can do. */
export const startWorld = async (options: { readonly clock?: 'virtual' } = {}) => {
  const dataDir = temporaryFolder();
  const host = await startHostHere({ dataDir, ...options });
  return { dataDir, host, ...clientOf(host), ...commandsOn(dataDir) };
};
export type World = Awaited<ReturnType<typeof startWorld>>;

/** Four rules: one of a company, one with emails, one on changed data, one on pushes; and a profile with a header. */
export const legacySetUp = async ({ api }: Pick<World, 'api'>, consumer: Consumer) => {
  const acme = await api('POST', '/companies', { name: 'Acme Bakery' });
  const own = `${consumer.url}/own`;
  const all = `${consumer.url}/hooks?tenant=7`;
  await api('PUT', '/profile', {
    name: 'Acme',
    redirectUrl: 'https://acme.example',
    alertAuthHeader: profileHeader,
  });
  const rule = (type: string, notifiers: object, companyId?: string) =>
    api('POST', '/rules', { type, notifiers, ...(companyId === undefined ? {} : { companyId }) });
  await rule('DataConnectionStatusChanged', { webhook: own }, acme.id);
  await rule('Sync Failed', { emails: ['ops@acme.example'] });
  await rule('Dataset data changed', { webhook: all });
  await rule('Push Operation Status Changed', { webhook: all });
  return { companyId: acme.id as string, own, all };
};

/** The integrator's code, which reads nothing that blocks. */
const sourceOf = (): string => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'hooks.js'),
    "app.post('/hooks', ({ body }, answer) => answer.end(body.RuleType === 'Data sync completed' && book(body)));\n",
  );
  return folder;
};

/** Evidence and answers by which the integrator may migrate; its portal has an auth header. */
export const checkedEligible = async ({ run }: Pick<World, 'run'>, name: string) => {
  const by = ['--by', 'Jo'];
  await run(0, 'case', 'answer', name, 'auth-header-portal', 'found', ...by, '--note', 'Seen there');
  await run(0, 'check', name, '--source', sourceOf(), '--scope', 'app', '--configuration');
};

/** Connects the company once more, and waits for what that sends to the consumer. */
export const nextEvent = async ({ api }: Pick<World, 'api'>, consumer: Consumer, companyId: string) => {
  const before = consumer.received.length;
  await api('POST', `/companies/${companyId}/connections`, { platformKey: 'gbol' });
  const [first] = (await consumer.receivedAtLeast(before + 1)).slice(before);
  if (first === undefined) throw new Error('Nothing came.');
  return { ...first, body: JSON.parse(first.body) };
};

/** Looks at the soak until its time is over. */
export const soakIsOver = ({ json }: Pick<World, 'json'>, name: string) =>
  until(async () => (await json(0, 'cutover', 'soak', name)).state === 'over', 200);
