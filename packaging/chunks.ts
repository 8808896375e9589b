interface Modules {
  getModuleInfo(id: string): {
    readonly code: string | null;
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}
type Ids = ReadonlySet<string>;

/** Ids of modules as the bundler has them: paths with slashes. */
interface Starts {
  readonly host: string;
  /** Of processes and threads that start without the host, and have little to load. */
  readonly small: readonly string[];
  /** Of those that have more. */
  readonly others: readonly string[];
}

/**
 * Names the two files that take in many small ones: what every process begins with, and what only the host needs. To
 * find, read and link a file costs a third of a millisecond. Anything else is split by who needs it, so that commands
 * and threads load no more than before.
 */
export const chunksOf = (starts: Starts) => {
  let chunks: ReadonlyMap<string, string> | undefined;
  return (id: string, modules: Modules): string | null => {
    chunks ??= sorted(modules, starts);
    return chunks.get(id) ?? null;
  };
};

/** Neither needs the other to be loaded first: what one of the `base` needs is in the `base`, too. */
const sorted = (modules: Modules, { host, small, others }: Starts): Map<string, string> => {
  for (const id of [host, ...small, ...others]) {
    if (modules.getModuleInfo(id) === null) throw new Error(`No module ${id}`);
  }
  const base = loadedWith(modules, small);
  const ofHost = loadedWith(modules, [host]);
  const sizeOf = (ids: Iterable<string>): number =>
    [...ids].reduce((sum, id) => sum + (modules.getModuleInfo(id)?.code?.length ?? 0), 0);
  // What loads half of the host may as well load all of it.
  const half = sizeOf(ofHost) / 2;
  const withoutHost = loadedWithoutHost(modules, [...small, ...others], host).filter(
    (ids) => sizeOf([...ids].filter((id) => ofHost.has(id))) < half,
  );
  const chunks = new Map<string, string>();
  // The starts themselves, and what does something once it is loaded, are no part of the host.
  for (const id of ofHost) {
    if (base.has(id)) chunks.set(id, 'base');
    else if (!withoutHost.some((ids) => ids.has(id))) chunks.set(id, 'host');
  }
  return chunks;
};

/** The modules that are loaded with some, they among them. */
const loadedWith = (modules: Modules, ids: Iterable<string>): Ids => {
  const loaded = new Set<string>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (loaded.has(id)) continue;
    loaded.add(id);
    open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return loaded;
};

/** What each start loads at once, and each module that is imported where it is used. */
const loadedWithoutHost = (modules: Modules, starts: readonly string[], host: string): Ids[] => {
  const all = new Map<string, Ids>();
  const open = [...starts];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === host || all.has(id)) continue;
    const loaded = loadedWith(modules, [id]);
    all.set(id, loaded);
    for (const one of loaded) open.push(...(modules.getModuleInfo(one)?.dynamicallyImportedIds ?? []));
  }
  return [...all.values()];
};
