import { CatalogueError } from '#contract/errors.ts';
import { digestOf, type TableDigest } from './digest.ts';
import { keyOf, rowsOf } from './rows.ts';
import type { CopySource, CopyTarget, Progress, Row, TableShape } from './sides.ts';

/** What was copied, table by table: both sides were read again for it. */
export interface Verified extends TableDigest {
  readonly table: string;
}

export interface CopyOptions {
  readonly source: CopySource;
  readonly target: CopyTarget;
  /** Tables that only one of the two has, as what is in them follows from the others or is of no other use. */
  readonly ofOneSide: readonly string[];
  /** Told now and then. */
  readonly onProgress: (what: 'copy' | 'verify', table: string, rows: number) => void;
}

/**
 * Copies every table, and verifies it. A copy that was ended amid it, in whatever way, is resumed after the last batch that
 * was written. It is served by nobody until it is finished.
 * @throws CatalogueError `store.copyShapes`, `store.copyTarget`, `store.copyDiffers`
 */
export const copyTables = async (options: CopyOptions): Promise<Verified[]> => {
  const { source, target, onProgress } = options;
  // It makes the tables of an empty target.
  let progress = await target.begin(source.id);
  const tables = inOrder(await sharedShapes(options));
  for (const table of tables) {
    const known = progress.tables[table.name];
    if (known?.isWhole) continue;
    let rows = 0;
    for await (const batch of rowsOf(source, table, known?.after)) {
      progress = noted(progress, table, { after: keyOf(table, batch.at(-1) as Row), isWhole: false });
      await target.write(table, batch, progress);
      rows += batch.length;
      onProgress('copy', table.name, rows);
    }
    progress = noted(progress, table, { isWhole: true });
    await target.write(table, [], progress);
  }
  const verified: Verified[] = [];
  for (const table of tables) {
    verified.push(await verify(options, table));
    onProgress('verify', table.name, verified.at(-1)?.rows ?? 0);
  }
  return verified;
};

export const finishCopy = async ({ source, target }: Pick<CopyOptions, 'source' | 'target'>): Promise<void> =>
  target.finish(await source.highest());

const noted = (progress: Progress, { name }: TableShape, of: Progress['tables'][string]): Progress => ({
  ...progress,
  tables: { ...progress.tables, [name]: of },
});

const verify = async ({ source, target }: CopyOptions, table: TableShape): Promise<Verified> => {
  const digest = await digestOf(source, table);
  const copied = await digestOf(target, table);
  if (digest.rows !== copied.rows || digest.sum !== copied.sum) {
    throw new CatalogueError('store.copyDiffers', {
      table: table.name,
      from: source.place,
      to: target.place,
    });
  }
  return { table: table.name, ...digest };
};

/**
 * Both sides describe their tables themselves, so that none that a later version adds is forgotten.
 * @throws CatalogueError `store.copyShapes`
 */
const sharedShapes = async ({ source, target, ofOneSide }: CopyOptions): Promise<TableShape[]> => {
  const described = async (side: CopySource | CopyTarget): Promise<TableShape[]> =>
    (await side.shapes()).filter(({ name }) => !ofOneSide.includes(name));
  const [from, to] = [await described(source), await described(target)];
  const text = (shapes: readonly TableShape[]): string[] =>
    shapes.map(({ name, columns, key }) => `${name}(${[...columns].sort().join()}) by ${key.join()}`);
  const other = new Set(text(to));
  const differing = text(from).filter((one) => !other.delete(one));
  const all = [...differing, ...other].map((one) => one.split('(')[0]);
  if (all.length > 0) {
    throw new CatalogueError('store.copyShapes', { tables: [...new Set(all)].join(', ') });
  }
  return from;
};

/** Tables that others point at come before them. */
const inOrder = (tables: readonly TableShape[]): TableShape[] => {
  const ordered: TableShape[] = [];
  const add = (table: TableShape): void => {
    if (ordered.includes(table)) return;
    for (const name of table.references) {
      const other = tables.find((one) => one.name === name);
      if (other !== undefined && other !== table) add(other);
    }
    ordered.push(table);
  };
  for (const table of tables) add(table);
  return ordered;
};
