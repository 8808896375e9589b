import { withoutKeysInProse } from '#base/without-keys.ts';
import type { Company } from '#contract/company.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type TokenProgress, writeProgress } from '#desk/store/token-runs.ts';
import { ifThere } from '#desk/targets/target-error.ts';
import type { TargetClient } from '#desk/targets/targets.ts';
import { askByRef, type KnownCompany, withdrawnTag } from './directory.ts';
import { companyPath, connectionPath } from './steps/step.ts';

/**
 * Removes duplicate companies that this desk created. The last good copy is never lost: a company is
 * removed only while another one of the same ref has a Linked connection to each of its platforms. Another desk may be
 * removing its own at this very moment; so ours first gives up its ref, by its tags, and only then the others are
 * read. Where both desks do so at once, neither finds the other's any more, and both restore their ref.
 */

/** A company of this desk, with the rows that use it. */
export interface Own {
  readonly ref: string;
  readonly companyId: string;
  readonly rows: readonly { readonly progress: TokenProgress; readonly platformKey: string }[];
}

export interface Removal {
  readonly removed: readonly {
    readonly ref: string;
    readonly companyId: string;
    readonly twin: KnownCompany;
  }[];
  readonly left: readonly { readonly ref: string; readonly companyId: string; readonly why: string }[];
}

/** Never rejects for a problem of one of them: that one is left, with the reason. */
export const removeOwn = async (
  { store }: Pick<DeskContext, 'store'>,
  client: TargetClient,
  all: readonly Own[],
): Promise<Removal> => {
  const removed: Removal['removed'][number][] = [];
  const left: Removal['left'][number][] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let own = all[next++]; own !== undefined; own = all[next++]) {
      const { ref, companyId } = own;
      try {
        const twin = await removeOne(client, own);
        if (typeof twin === 'string') left.push({ ref, companyId, why: twin });
        else {
          await store.write((tx) =>
            writeProgress(
              tx,
              own.rows.map((row) => movedTo(row, companyId, twin)),
            ),
          );
          removed.push({ ref, companyId, twin });
        }
      } catch (error) {
        if (!(error instanceof CatalogueError)) throw error;
        left.push({ ref, companyId, why: withoutKeysInProse(error.message) });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(client.target.concurrency, all.length) }, lane));
  return { removed, left };
};

/** The company that stays in its place, or why it was left. @throws TargetError */
const removeOne = async (client: TargetClient, own: Own): Promise<KnownCompany | string> => {
  const { ref, companyId } = own;
  const path = companyPath(companyId);
  const company = await ifThere(client.call<Company>({ method: 'GET', path }));
  if (company === undefined) {
    return (
      goodTwin(await companiesOf(client, own), own) ??
      'It is missing on the target, and so are its good copies.'
    );
  }
  const connections = (company.body.dataConnections ?? []).map(({ id }) => id.toLowerCase());
  const ours = new Set(own.rows.map(({ progress }) => progress.connection_id));
  if (connections.some((id) => !ours.has(id)))
    return 'It has connections that this migration did not create.';

  const { migrationRef: _, ...others } = company.body.tags ?? {};
  await client.call({ method: 'PATCH', path, body: { tags: { ...others, [withdrawnTag]: ref } } });
  const twin = await companiesOf(client, own).then(
    (companies) => goodTwin(companies, own),
    async (error: unknown) => {
      await takeBack(client, path, others, ref);
      throw error;
    },
  );
  if (twin === undefined) {
    await takeBack(client, path, others, ref);
    return 'No other company of this ref has a Linked connection to each of its platforms now, so this is the last good copy.';
  }
  for (const id of connections) {
    await ifThere(client.call({ method: 'DELETE', path: connectionPath(companyId, id), repeatable: true }));
  }
  await ifThere(client.call({ method: 'DELETE', path, repeatable: true }));
  return twin;
};

const takeBack = async (
  client: TargetClient,
  path: string,
  tags: Readonly<Record<string, string>>,
  ref: string,
): Promise<void> => {
  const { [withdrawnTag]: _, ...others } = tags;
  await client.call({ method: 'PATCH', path, body: { tags: { ...others, migrationRef: ref } } });
};

const companiesOf = async (client: TargetClient, { ref, companyId }: Own): Promise<KnownCompany[]> => {
  const found = await askByRef(async (query) => {
    const call = { method: 'GET', path: '/companies', query: { query, pageSize: 100 } } as const;
    return (await client.call<{ results: Company[] }>(call)).body.results;
  }, ref);
  return found.filter(({ id }) => id !== companyId);
};

/** The oldest one that is Linked to every platform that ours is for. */
const goodTwin = (companies: readonly KnownCompany[], { rows }: Own): KnownCompany | undefined =>
  companies.find(({ connections }) =>
    rows.every(({ platformKey }) =>
      connections.some((one) => one.platformKey === platformKey && one.status === 'Linked'),
    ),
  );

/** The row is migrated all the same: to the company that stays, whose tokens another desk handed over. */
const movedTo = (
  { progress, platformKey }: Own['rows'][number],
  companyId: string,
  twin: KnownCompany,
): TokenProgress => {
  const connection = twin.connections.find(
    (one) => one.platformKey === platformKey && one.status === 'Linked',
  );
  return {
    ...progress,
    company_id: twin.id,
    company_origin: 'found',
    connection_id: connection?.id ?? null,
    connection_origin: 'found',
    status_before: 'Linked',
    connection_status: 'Linked',
    note: `Its duplicate company ${companyId} was removed; company ${twin.id} stays.`,
  };
};
