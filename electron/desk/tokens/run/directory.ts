import type { Company } from '#contract/company.ts';
import type { Duplicate } from '#contract/token-runs.ts';
import type { TargetClient } from '#desk/targets/targets.ts';
import { readMarker } from './desk-marker.ts';
import type { PlanRow, RunPlan } from './plan.ts';
import type { RowWork } from './row-work.ts';

/** A company of the target that carries a migrationRef. */
export interface KnownCompany {
  readonly id: string;
  readonly name: string;
  readonly created: string;
  /** Which desk created it in a run, and since when that ran; absent on others'. */
  readonly marker?: { readonly desk: string; readonly since: string } | undefined;
  readonly connections: readonly {
    readonly id: string;
    readonly platformKey: string;
    readonly status: string;
  }[];
}

/**
 * The companies of a target by their tag `migrationRef`: read once, instead of asking for each row.
 * Source: `docs/reference/rules/tokens.md#existing-companies`.
 */
export interface Directory {
  /** `false`: the list kept changing while it was read, so that what is not found may be there nevertheless. */
  readonly isWhole: boolean;
  /** The oldest one, if there are several. */
  find(ref: string): KnownCompany | undefined;
  /** One that was made since. */
  add(ref: string, company: KnownCompany): void;
  /** A row has failed without knowing whether its company was made: others of the same ref must search for it first. */
  doubt(ref: string): void;
  isDoubtful(ref: string): boolean;
}

const knownOf = ({ id, name, created, tags, dataConnections = [] }: Company): KnownCompany => ({
  id: id.toLowerCase(),
  name,
  created,
  marker: readMarker({ tags }),
  connections: dataConnections.map((connection) => ({
    id: connection.id.toLowerCase(),
    platformKey: connection.integrationKey,
    status: connection.status,
  })),
});

const byAge = (a: KnownCompany, b: KnownCompany): number =>
  a.created < b.created ? -1 : a.created > b.created ? 1 : a.id < b.id ? -1 : 1;

/** In place of `migrationRef` while a company is being removed (`remove-own.ts`). */
export const withdrawnTag = 'migrationRemoved';

/** Up to so many are asked for one by one; for more the whole list is read. */
const askedOneByOne = 5;

interface Found {
  /** Whether it is one of those searched for. */
  readonly ref: string | undefined;
  readonly known: KnownCompany;
}

/** What is known of the target's companies. */
export interface KnownCompanies {
  /** The oldest first. */
  readonly byRef: ReadonlyMap<string, readonly KnownCompany[]>;
  readonly byId: ReadonlyMap<string, KnownCompany>;
  /** `false`: the list kept changing while it was read. */
  readonly isWhole: boolean;
}

/** The companies of the target that carry one of the refs, or have one of the ids. @throws TargetError */
export const readCompanies = async (
  client: TargetClient,
  wanted: { readonly refs: ReadonlySet<string>; readonly ids?: ReadonlySet<string> },
  signal?: AbortSignal,
): Promise<KnownCompanies> => {
  const { refs, ids = new Set<string>() } = wanted;
  const byRef = new Map<string, KnownCompany[]>();
  const byId = new Map<string, KnownCompany>();
  let isWhole = true;
  /** The list is long, and little of it is wanted. */
  const pick = (company: Company): Found | undefined => {
    // One that gave up its ref for a removal that was cut off is still a duplicate.
    const migrationRef = company.tags?.migrationRef ?? ownWithdrawn(company);
    const ref = migrationRef !== undefined && refs.has(migrationRef) ? migrationRef : undefined;
    return ref !== undefined || ids.has(company.id.toLowerCase())
      ? { ref, known: knownOf(company) }
      : undefined;
  };
  const ownWithdrawn = ({ id, tags }: Company): string | undefined =>
    ids.has(id.toLowerCase()) ? tags?.[withdrawnTag] : undefined;
  const read = async (query?: string, incomplete?: () => void): Promise<void> => {
    const asked = query === undefined ? undefined : { query };
    const reading = { pick, ...(incomplete === undefined ? {} : { incomplete }) };
    for (const { ref, known } of await client.all<Company, Found>('/companies', asked, signal, reading)) {
      byId.set(known.id, known);
      if (ref !== undefined) byRef.set(ref, [...(byRef.get(ref) ?? []), known]);
    }
  };
  if (refs.size + ids.size > askedOneByOne) {
    await read(undefined, () => {
      isWhole = false;
    });
  } else {
    for (const ref of refs) await read(queryByRef(ref));
    for (const id of ids) if (!byId.has(id)) await read(`id="${id}"`);
  }
  for (const companies of byRef.values()) companies.sort(byAge);
  return { byRef, byId, isWhole };
};

/** The query for companies with a ref. Source: `docs/reference/rules/api.md#query`. */
export const queryByRef = (ref: string): string =>
  `tags.migrationRef="${ref.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** Companies with exactly this ref, the oldest first: after a call whose answer was lost. @throws TargetError */
export const askByRef = async (
  ask: (query: string) => Promise<readonly Company[]>,
  ref: string,
): Promise<KnownCompany[]> => {
  const companies = await ask(queryByRef(ref));
  return companies
    .filter(({ tags }) => tags?.migrationRef === ref)
    .map(knownOf)
    .sort(byAge);
};

export const createDirectory = (
  known: ReadonlyMap<string, readonly KnownCompany[]>,
  isWhole = true,
): Directory => {
  const first = new Map<string, KnownCompany>();
  for (const [ref, [oldest]] of known) if (oldest !== undefined) first.set(ref, oldest);
  const doubtful = new Set<string>();
  return {
    isWhole,
    find: (ref) => first.get(ref),
    add: (ref, company) => void first.set(ref, company),
    doubt: (ref) => void doubtful.add(ref),
    isDoubtful: (ref) => doubtful.has(ref),
  };
};

/** Of rows that have still to find their place. */
export const refsToFind = (rows: RunPlan['rows']): Set<string> =>
  new Set(
    rows.flatMap(({ row: { ref }, progress: { step } }) =>
      step === 'company' || step === 'connection' ? [ref] : [],
    ),
  );

/** What is on the target already; asked only if a row has still to find its place. @throws TargetError */
export const readDirectory = async (
  client: TargetClient,
  open: RunPlan['rows'],
  signal: AbortSignal,
  {
    takeRead = async () => undefined,
    check,
  }: {
    /** What was read already. */
    readonly takeRead?: ((signal: AbortSignal) => Promise<KnownCompanies | undefined>) | undefined;
    /** Called before anything is written. @throws to start nothing */
    readonly check: (known: KnownCompanies) => void;
  },
): Promise<Directory> => {
  const refs = refsToFind(open);
  if (refs.size === 0) return createDirectory(new Map());
  const known = (await takeRead(signal)) ?? (await readCompanies(client, { refs }, signal));
  check(known);
  return createDirectory(known.byRef, known.isWhole);
};

/** Before a company is created: whether it is there after all, where the list was not whole. @throws TargetError */
export const findExisting = async (
  client: TargetClient,
  directory: Directory,
  { row: { ref, companyId }, progress }: RowWork,
  signal: AbortSignal,
): Promise<void> => {
  const isNeeded = !directory.isWhole && companyId === undefined && progress().step === 'company';
  if (!isNeeded || directory.find(ref) !== undefined) return;
  const { byRef } = await readCompanies(client, { refs: new Set([ref]) }, signal);
  const oldest = byRef.get(ref)?.[0];
  if (oldest !== undefined) directory.add(ref, oldest);
};

/** A row, and the company and connection that it uses. */
export interface UsedBy {
  readonly row: Pick<PlanRow, 'ref' | 'platformKey'>;
  readonly companyId: string | null;
  readonly connectionId: string | null;
}

/** The duplicates on the target now. @throws TargetError */
export const findDuplicates = async (
  client: TargetClient,
  used: readonly UsedBy[],
  signal?: AbortSignal,
): Promise<{ duplicates: Duplicate[]; isWhole: boolean }> => {
  const refs = new Set(used.map(({ row }) => row.ref));
  const ids = new Set(used.flatMap(({ companyId }) => (companyId === null ? [] : [companyId])));
  const known = await readCompanies(client, { refs, ids }, signal);
  return { duplicates: duplicatesIn(known, used), isWhole: known.isWhole };
};

/** What the target has more of than there should be: companies of one ref, connections of one company and platform. */
export const duplicatesIn = (
  { byRef, byId }: Pick<KnownCompanies, 'byRef' | 'byId'>,
  used: readonly UsedBy[],
): Duplicate[] => {
  const duplicates: Duplicate[] = [];
  const listed = new Set<string>();
  const usedConnections = new Set(used.map(({ connectionId }) => connectionId));
  for (const { row, companyId, connectionId } of used) {
    const { ref, platformKey } = row;
    const companies = byRef.get(ref) ?? [];
    const others = companies.filter(({ id }) => id !== companyId).map(({ id }) => id);
    if (others.length > 0 && companies.length > 1 && !listed.has(ref)) {
      listed.add(ref);
      duplicates.push({ ref, what: 'company', ...(companyId === null ? {} : { used: companyId }), others });
    }
    const connections = (byId.get(companyId ?? '')?.connections ?? []).filter(
      (connection) => connection.platformKey === platformKey && !usedConnections.has(connection.id),
    );
    if (connectionId !== null && connections.length > 0) {
      const ids = connections.map(({ id }) => id);
      duplicates.push({ ref, what: 'connection', platformKey, used: connectionId, others: ids });
    }
  }
  return duplicates;
};
