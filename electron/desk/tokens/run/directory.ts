import { eachInTurns } from '#base/take-turns.ts';
import type { Company } from '#contract/company.ts';
import type { Duplicate } from '#contract/token-runs.ts';
import { createLargeMap, type LargeMap } from '#desk/store/large-map.ts';
import type { TargetClient } from '#desk/targets/targets.ts';
import { readMarker } from './desk-marker.ts';
import type { PlannedRow, PlanRow } from './plan.ts';
import { isOpen } from './progress.ts';
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
  /** It is no longer needed. */
  close(): void;
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

/** What is known of the target's companies: there may be more than should be held in memory. */
export interface KnownCompanies {
  /** The oldest first. */
  readonly byRef: LargeMap<readonly KnownCompany[]>;
  readonly byId: LargeMap<KnownCompany>;
  /** `false`: the list kept changing while it was read. */
  readonly isWhole: boolean;
}

/** Texts that are searched for. */
type Wanted = Pick<LargeMap<unknown>, 'size' | 'has' | 'keys'>;

/** The companies of the target that carry one of the refs, or have one of the ids. @throws TargetError */
export const readCompanies = async (
  client: TargetClient,
  wanted: { readonly refs: Wanted; readonly ids?: Wanted },
  signal?: AbortSignal,
): Promise<KnownCompanies> => {
  const { refs, ids = new Set<string>() } = wanted;
  const byRef = createLargeMap<readonly KnownCompany[]>();
  const byId = createLargeMap<KnownCompany>();
  let isWhole = true;
  /** The list is long, and little of it is wanted. */
  const pick = (company: Company): undefined => {
    // One that gave up its ref for a removal that was cut off is still a duplicate.
    const migrationRef = company.tags?.migrationRef ?? ownWithdrawn(company);
    const ref = migrationRef !== undefined && refs.has(migrationRef) ? migrationRef : undefined;
    if (ref === undefined && !ids.has(company.id.toLowerCase())) return;
    const known = knownOf(company);
    const isMet = byId.has(known.id);
    byId.set(known.id, known);
    if (ref === undefined) return;
    const others = (byRef.get(ref) ?? []).filter(({ id }) => !isMet || id !== known.id);
    byRef.set(ref, [...others, known].sort(byAge));
  };
  const begin = (): void => {
    byRef.clear();
    byId.clear();
  };
  const ownWithdrawn = ({ id, tags }: Company): string | undefined =>
    ids.has(id.toLowerCase()) ? tags?.[withdrawnTag] : undefined;
  const read = async (query?: string, incomplete?: () => void): Promise<void> => {
    const asked = query === undefined ? undefined : { query };
    await client.all<Company, undefined>('/companies', asked, signal, {
      pick,
      // Of few that are asked for one by one, those of the queries before stay.
      ...(query === undefined ? { begin } : {}),
      ...(incomplete === undefined ? {} : { incomplete }),
    });
  };
  if (refs.size + ids.size > askedOneByOne) {
    await read(undefined, () => {
      isWhole = false;
    });
  } else {
    for (const ref of refs.keys()) await read(queryByRef(ref));
    for (const id of ids.keys()) if (!byId.has(id)) await read(`id="${id}"`);
  }
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
  known: LargeMap<readonly KnownCompany[]> = createLargeMap(),
  isWhole = true,
): Directory => {
  const doubtful = new Set<string>();
  return {
    isWhole,
    find: (ref) => known.get(ref)?.[0],
    add: (ref, company) => known.set(ref, [company]),
    doubt: (ref) => void doubtful.add(ref),
    isDoubtful: (ref) => doubtful.has(ref),
    close: known.close,
  };
};

/** Of rows that have still to find their place. */
export const refsToFind = async (rows: Iterable<PlannedRow>): Promise<LargeMap<true>> => {
  const refs = createLargeMap<true>();
  await eachInTurns(rows, ({ row: { ref }, progress: { state, step } }) => {
    if (isOpen({ state }) && (step === 'company' || step === 'connection')) refs.set(ref, true);
  });
  return refs;
};

/** What is on the target already; asked only if a row has still to find its place. @throws TargetError */
export const readDirectory = async (
  client: TargetClient,
  rows: Iterable<PlannedRow>,
  signal: AbortSignal,
  {
    takeRead = async () => undefined,
    check,
  }: {
    /** What was read already. */
    readonly takeRead?: ((signal: AbortSignal) => Promise<KnownCompanies | undefined>) | undefined;
    /** Called before anything is written. @throws to start nothing */
    readonly check: (known: KnownCompanies) => Promise<void>;
  },
): Promise<Directory> => {
  const refs = await refsToFind(rows);
  try {
    if (refs.size === 0) return createDirectory();
    const known = (await takeRead(signal)) ?? (await readCompanies(client, { refs }, signal));
    known.byId.close();
    await check(known);
    return createDirectory(known.byRef, known.isWhole);
  } finally {
    refs.close();
  }
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
  used: Iterable<UsedBy>,
  signal?: AbortSignal,
): Promise<{ duplicates: Duplicate[]; isWhole: boolean }> => {
  const [refs, ids] = [createLargeMap<true>(), createLargeMap<true>()];
  try {
    await eachInTurns(used, ({ row, companyId }) => {
      refs.set(row.ref, true);
      if (companyId !== null) ids.set(companyId, true);
    });
    const known = await readCompanies(client, { refs, ids }, signal);
    const duplicates = await duplicatesIn(known, used);
    known.byRef.close();
    known.byId.close();
    return { duplicates, isWhole: known.isWhole };
  } finally {
    refs.close();
    ids.close();
  }
};

/** What the target has more of than there should be: companies of one ref, connections of one company and platform. */
export const duplicatesIn = async (
  {
    byRef,
    byId,
  }: Record<'byRef', Pick<KnownCompanies['byRef'], 'get'>> &
    Record<'byId', Pick<KnownCompanies['byId'], 'get'>>,
  used: Iterable<UsedBy>,
): Promise<Duplicate[]> => {
  const duplicates: Duplicate[] = [];
  const listed = new Set<string>();
  const usedConnections = createLargeMap<true>();
  await eachInTurns(used, ({ connectionId }) => {
    if (connectionId !== null) usedConnections.set(connectionId, true);
  });
  await eachInTurns(used, ({ row, companyId, connectionId }) => {
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
  });
  usedConnections.close();
  return duplicates;
};
