import type { Connection } from '#contract/company.ts';
import { failed } from '#desk/tokens/run/failing.ts';
import type { RowWork } from '#desk/tokens/run/row-work.ts';
import { newest } from './history.ts';
import { addNote, companyPath, connectionPath, readNamed, type Step, writeOnce } from './step.ts';

/**
 * The connection: the given one, one of the company to the platform, or a new one. Of several the one that waits for
 * its tokens. Source: `docs/reference/rules/tokens.md#existing-companies`.
 */
export const connection: Step = async (context, work) => {
  const { row } = work;
  const companyId = work.progress().company_id as string;
  if (row.connectionId !== undefined) return useGiven(work, companyId, row.connectionId);

  const find = async (): Promise<boolean> => {
    const call = {
      method: 'GET',
      path: `${companyPath(companyId)}/connections`,
      query: { pageSize: 500 },
    } as const;
    const { results } = (await work.send<{ results: Connection[] }>('connection', call)).body;
    const existing = best(results.filter(({ integrationKey }) => integrationKey === row.platformKey));
    if (existing === undefined) return false;
    const { doubt, connection_id, connection_origin } = work.progress();
    const isOurs =
      (doubt === 1 && existing.status === 'PendingAuth') ||
      (connection_origin === 'created' && connection_id === existing.id.toLowerCase());
    use(work, existing, isOurs ? 'created' : 'found');
    // One that was Linked and never synced, as by a run that was lost: there is nothing yet that could be verified.
    if (work.progress().step === 'verify' && (await newest(work, 'connection')) === undefined) {
      work.change({ step: 'sync' });
    }
    return true;
  };
  // A company that we made just now has none.
  const mayHave =
    work.progress().company_origin !== 'created' || context.directory.find(row.ref)?.id !== companyId;
  if (work.progress().doubt === 0 && (mayHave || hasSome(context, work)) && (await find())) return;

  await writeOnce<Connection>(context, work, {
    step: 'connection',
    find,
    call: () => ({
      method: 'POST',
      path: `${companyPath(companyId)}/connections`,
      body: { platformKey: row.platformKey },
    }),
    took: ({ body }) => use(work, body, 'created'),
  });
};

const hasSome = (context: Parameters<Step>[0], work: RowWork): boolean =>
  (context.directory.find(work.row.ref)?.connections.length ?? 0) > 0;

const order = ['PendingAuth', 'Linked', 'Unlinked', 'Deauthorized'];

const best = (connections: readonly Connection[]): Connection | undefined =>
  connections.toSorted(
    (a, b) => order.indexOf(a.status) - order.indexOf(b.status) || (a.created < b.created ? -1 : 1),
  )[0];

export const leftLinked =
  'It was linked already, so its tokens were left as they are: the imported credentials were not sent, and are shredded unless they were to be kept. To replace its tokens, import the row into another case, with companyId and connectionId.';

/** One that is linked already is left as it is: nobody asked to replace its tokens. */
const use = (work: RowWork, { id, status }: Connection, origin: 'found' | 'created'): void => {
  const isLinked = origin === 'found' && status === 'Linked';
  work.change({
    connection_id: id.toLowerCase(),
    connection_origin: origin,
    status_before: status,
    connection_status: status,
    step: isLinked ? 'verify' : 'authorization',
    doubt: 0,
  });
  if (isLinked) addNote(work, leftLinked);
};

const useGiven = async (work: RowWork, companyId: string, connectionId: string): Promise<void> => {
  const { row } = work;
  const path = connectionPath(companyId, connectionId);
  const missing = `Company ${companyId} has no connection ${connectionId}, which the row names.`;
  const found = await readNamed<Connection>(work, 'connection', path, missing);
  if (found.integrationKey !== row.platformKey) {
    throw failed(
      'does-not-fit',
      'connection',
      `Connection ${connectionId} is one to ${found.platformName} (${found.integrationKey}), not to ${row.platformKey} as the row says.`,
    );
  }
  work.change({
    connection_id: connectionId.toLowerCase(),
    connection_origin: 'given',
    status_before: found.status,
    connection_status: found.status,
    step: 'authorization',
    doubt: 0,
  });
};
