import { systemTime, toIso } from '#base/clock.ts';
import type { TargetTest } from '#contract/target.ts';
import { TargetError } from './target-error.ts';
import type { TargetClient } from './targets.ts';

/** What a target is tested by: reads alone, and never the alerts endpoints. */
const reads = [
  { what: 'read companies', path: '/companies', query: { pageSize: 1 }, listed: true },
  { what: 'read integrations', path: '/integrations', query: { pageSize: 1 }, listed: true },
  { what: 'read rules', path: '/rules', query: { pageSize: 1 }, listed: true },
  { what: 'read the profile', path: '/profile', query: {}, listed: false },
  { what: 'read webhook endpoints', path: '/webhooks', query: {}, listed: true },
  { what: 'list API keys', path: '/apiKeys', query: {}, listed: true },
] as const;
type Read = (typeof reads)[number];
type Right = TargetTest['rights'][number];

/** Someone waits for the outcome. */
const timeoutMs = 10_000;
const attempts = 2;

const writes: Right = {
  what: 'change anything',
  call: 'POST, PUT, PATCH, DELETE',
  result: 'unknown',
  detail: 'Not tested: only a call that changes something would show it.',
};

export const testTarget = async (client: TargetClient): Promise<TargetTest> => {
  const startedAt = systemTime.monotonic();
  const [first, ...others] = reads;
  const met = [await tryToRead(client, first)];
  const reached = met[0]?.error?.kind === undefined || met[0].error.kind === 'status';
  if (reached) met.push(...(await Promise.all(others.map((read) => tryToRead(client, read)))));
  else met.push(...others.map((read) => ({ right: right(read, 'unknown', 'Not tried.') })));
  const refusedKey = met.find(({ error }) => error?.statusCode === 401)?.error;
  const problem = reached ? refusedKey?.message : met[0]?.error?.message;
  return {
    targetId: client.target.id,
    at: toIso(systemTime.now()),
    reached,
    ...(problem === undefined ? {} : { problem }),
    rights: [...met.map((each) => each.right), writes],
    durationMs: Math.round(systemTime.monotonic() - startedAt),
  };
};

const tryToRead = async (
  client: TargetClient,
  read: Read,
): Promise<{ right: Right; error?: TargetError }> => {
  const { path, query } = read;
  try {
    const { body } = await client.call<unknown>({ method: 'GET', path, query, timeoutMs, attempts });
    if (hasForm(body, read.listed)) return { right: right(read, 'allowed') };
    return { right: right(read, 'unknown', 'The response does not match the API of the service.') };
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    const denied = error.statusCode === 401 || error.statusCode === 403;
    return { right: right(read, denied ? 'denied' : 'unknown', error.message), error };
  }
};

const hasForm = (body: unknown, listed: boolean): boolean =>
  typeof body === 'object' &&
  body !== null &&
  (!listed || ('results' in body && Array.isArray(body.results)));

const right = ({ what, path }: Read, result: Right['result'], detail?: string): Right => ({
  what,
  call: `GET ${path}`,
  result,
  ...(detail === undefined ? {} : { detail }),
});
