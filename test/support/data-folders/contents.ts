import { hash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { readCaseFile } from '#desk/cases/read-case-file.ts';
import { passphrase } from './fill.ts';
import type { Json, RunningHost } from './host.ts';

/** What a person finds in a data folder, in a form that stays the same from version to version. */

const databases = ['desk', 'service', 'vault'] as const;

/**
 * Everything that the two APIs tell of what is kept.
 * @param withSecretsOf of which cases also their secrets, in the clear: that takes a second for each case
 */
export const readContents = async (
  { desk, api }: Pick<RunningHost, 'desk' | 'api'>,
  withSecretsOf: (caseName: string) => boolean = () => true,
): Promise<Json> => {
  const cases = (await desk('GET', '/api/cases')).results.map(({ id }: Json) => id).sort();
  const { results: endpoints } = await desk('GET', '/api/endpoints');
  const { results: messages } = await desk('GET', '/api/messages?limit=500');
  const { results: rules } = await api('GET', '/rules');
  const { results: companies } = await api('GET', '/companies?pageSize=1000');
  return {
    cases: await inTurn(cases, (id: string) => readCase(desk, id, withSecretsOf)),
    targets: (await desk('GET', '/api/targets')).results
      .filter(({ kind }: Json) => kind === 'remote')
      .map(({ id, name, baseUrl }: Json) => ({ id, name, baseUrl })),
    endpoints: await inTurn(sorted(endpoints), ({ id }: Json) => readEndpoint(desk, id)),
    messages: sorted(messages).map(({ id, eventType, deliveries }: Json) => ({
      id,
      eventType,
      deliveries: deliveries
        .map(({ webhookId, status, attempts }: Json) => [webhookId, status, attempts])
        .sort(),
    })),
    rules: sorted(rules).map(({ id, type }: Json) => ({ id, type })),
    companies: sorted(companies).map(({ id, name, dataConnections }: Json) => ({
      id,
      name,
      connections: dataConnections.map(({ status }: Json) => status).sort(),
    })),
    apiKeys: sorted((await desk('GET', '/api/keys')).results).map(({ id, name, apiKey }: Json) => ({
      id,
      name,
      apiKey,
    })),
    clock: (await desk('GET', '/api/clock')).now,
  };
};

const sorted = (items: Json[]): Json[] => items.toSorted((a, b) => (a.id < b.id ? -1 : 1));

const inTurn = async (items: Json[], read: (item: Json) => Promise<Json>): Promise<Json[]> => {
  const results: Json[] = [];
  for (const item of items) results.push(await read(item));
  return results;
};

const readCase = async (
  desk: RunningHost['desk'],
  id: string,
  withSecretsOf: (caseName: string) => boolean,
): Promise<Json> => {
  const path = `/api/cases/${id}`;
  const view = await desk('GET', path);
  const { verdict, evidence } = await desk('GET', `${path}/eligibility`);
  const { whole, entries, digest } = await desk('POST', `${path}/verify`);
  return {
    id,
    name: view.name,
    integrator: view.integrator,
    state: view.state,
    chain: { whole, entries, digest },
    verdict: verdict?.state ?? null,
    evidence: evidence.length,
    observations: view.observations.map(({ name }: Json) => name),
    notes: view.notes.map(({ text }: Json) => text),
    contacts: view.contacts.map(({ name, email }: Json) => [name, email]),
    attachments: await inTurn(view.attachments, (one: Json) => readAttachment(desk, path, one)),
    steps: view.steps.map((step: Json) => [step.id, step.state]),
    request: await requestOf(desk, path),
    rows: await rowsOf(desk, path),
    runs: await runsOf(desk, path),
    runbook: await runbookOf(desk, path),
    ...(withSecretsOf(view.name) ? { secrets: await secretsOf(desk, path) } : {}),
  };
};

const readAttachment = async (desk: RunningHost['desk'], path: string, { id, name }: Json): Promise<Json> => {
  const content = await desk('GET', `${path}/attachments/${id}`);
  return [name, hash('sha256', String(content))];
};

const requestOf = (desk: RunningHost['desk'], path: string): Promise<Json> =>
  desk('GET', `${path}/request`).then(
    ({ state }) => state,
    (error: Error) => {
      if (error.message.includes(': 404 ')) return null;
      throw error;
    },
  );

const rowsOf = async (desk: RunningHost['desk'], path: string): Promise<Json> =>
  (await desk('GET', `${path}/tokens/rows?limit=1000`)).results.map((row: Json) => [
    row.ref,
    row.state,
    row.secretsKept,
  ]);

const runsOf = async (desk: RunningHost['desk'], path: string): Promise<Json> =>
  (await desk('GET', `${path}/tokens/runs`)).results.map(({ id, kind, state, counts }: Json) => ({
    id,
    kind,
    state,
    done: counts.done,
    failed: counts.failed,
  }));

const runbookOf = async (desk: RunningHost['desk'], path: string): Promise<Json> => {
  const { steps } = await desk('GET', `${path}/runbook`);
  return steps.map(({ id, state }: Json) => [id, state]);
};

/** In the clear, out of a case file: revealing them one by one would be put on record. */
export const secretsOf = async (desk: RunningHost['desk'], path: string): Promise<Json> => {
  const file = await desk('POST', `${path}/export`, { passphrase });
  const { bundle } = await readCaseFile(JSON.stringify(file), passphrase);
  return {
    apiKey: bundle?.target?.apiKey ?? null,
    named: bundle?.secrets.map(({ name, value }) => [name, value]).sort(),
  };
};

const readEndpoint = async (desk: RunningHost['desk'], id: string): Promise<Json> => {
  const { url, eventTypes, disabled } = await desk('GET', `/api/endpoints/${id}`);
  const { headers } = await desk('GET', `/api/endpoints/${id}/headers?reveal=true`);
  const { secret } = await desk('GET', `/api/endpoints/${id}/secret`);
  return { id, url: new URL(url).pathname, eventTypes, disabled, headers, secret };
};

/** How many rows each table of the databases has. The folder must not be in use. */
export const countRows = (dataDir: string): Record<string, Record<string, number>> => {
  const counted = databases.map((name) => {
    const sqlite = new Database(join(dataDir, `${name}.db`), { readonly: true });
    try {
      const tables = sqlite
        .prepare(
          "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
        )
        .pluck()
        .all() as string[];
      const count = (table: string) =>
        sqlite.prepare(`select count(*) from "${table}"`).pluck().get() as number;
      return [name, Object.fromEntries(tables.map((table) => [table, count(table)]))] as const;
    } finally {
      sqlite.close();
    }
  });
  return Object.fromEntries(counted);
};
