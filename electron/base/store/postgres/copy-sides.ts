import { systemTime } from '#base/clock.ts';
import type {
  CopySide,
  CopySource,
  CopyTarget,
  Progress,
  Row,
  TableShape,
  TargetState,
  Value,
} from '#base/store/copy/sides.ts';
import { CatalogueError } from '#contract/errors.ts';
import { addressText } from './address.ts';
import type { PostgresMigrations } from './builds.ts';
import { columnTypes } from './column-types.ts';
import type { ServerPlace } from './database.ts';
import { EndingClient } from './ending-client.ts';
import { copyMark, holdToKey, readMark, removeMark, writeMark } from './marks.ts';
import { migrateSchema } from './migrate.ts';
import { clientConfig } from './pool.ts';
import { type Run, runOn } from './run.ts';
import { withServerErrors } from './server-error.ts';
import type { ColumnTypes } from './statements.ts';

/** A schema on a server, to copy from and to, over one connection. */

interface SideOptions {
  readonly place: ServerPlace;
  readonly schema: string;
  readonly migrations: PostgresMigrations;
  readonly dataKey: Uint8Array;
}

interface Opened {
  readonly client: EndingClient;
  readonly run: Run;
  readonly server: string;
  /** What the server says gets its name. */
  named<T>(work: () => Promise<T>): Promise<T>;
}

const connectMs = 10_000;

const open = async ({ place }: SideOptions): Promise<Opened> => {
  const server = addressText(place.address);
  const client = new EndingClient({ ...clientConfig(place), connectionTimeoutMillis: connectMs });
  const named = <T>(work: () => Promise<T>): Promise<T> => withServerErrors(server, work);
  await named(() => client.connect());
  return { client, run: runOn(client), server, named };
};

interface SourceOptions extends SideOptions {
  /** Tells this store from any other that may be at this place. */
  readonly idOf: (run: Run) => Promise<string>;
  /** Who works on it, in words; undefined if nobody does. */
  readonly inUseBy: (run: Run) => Promise<string | undefined>;
}

/** One state of it is read throughout. @throws CatalogueError `store.copySource`, `store.otherKey`, `store.halfCopied` */
export const serverSource = async (options: SourceOptions): Promise<CopySource> => {
  const { schema, migrations, dataKey, idOf, inUseBy } = options;
  const opened = await open(options);
  const { client, run, server, named } = opened;
  const refused = (problem: string) => new CatalogueError('store.copySource', { from: server, problem });
  try {
    return await named(async () => {
      const { rows } = await run('select to_regclass($1) is not null as there', [`"${schema}".migrations`]);
      if (rows[0]?.there !== 1) throw refused('there is none');
      await client.query('begin isolation level repeatable read read only');
      await client.query(`set local search_path to "${schema}"`);
      if ((await readMark(client, copyMark)) !== undefined) {
        throw new CatalogueError('store.halfCopied', { place: server });
      }
      const applied = await run('select name from migrations order by name', []);
      if (applied.rows.map(({ name }) => name).join() !== Object.keys(migrations).toSorted().join()) {
        throw refused('another version of Carryover wrote it: start this version on it once');
      }
      await holdToKey(client, dataKey, server);
      const user = await inUseBy(run);
      if (user !== undefined) throw refused(`${user} works on it: stop that first`);
      return {
        ...sideOf(opened, schema),
        id: `${server} ${schema} ${await idOf(run)}`,
        highest: () => named(() => highestOf(run, schema)),
      };
    });
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
};

interface TargetOptions extends SideOptions {
  /** Tables that hold rows from the start. */
  readonly ofOneSide: readonly string[];
  /** Once it is whole, and verified. */
  readonly finished: (run: Run) => Promise<void>;
  /** What is there may be the whole copy, whose other parts are not whole yet: then it is verified alone. */
  readonly mayBeWhole?: boolean;
}

/** A server notices that a copy was killed only once it has done what that one had asked for, ms. */
const killedMs = 5000;

/** @throws CatalogueError `store.copyTarget`, `store.otherKey` */
export const serverTarget = async (options: TargetOptions): Promise<CopyTarget> => {
  const { schema, migrations, dataKey, ofOneSide, finished, mayBeWhole = false } = options;
  const opened = await open(options);
  const { client, run, server, named } = opened;
  const transaction = async (work: () => Promise<void>): Promise<void> => {
    await client.query('begin');
    try {
      await client.query(`set local search_path to "${schema}"`);
      await work();
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  };
  const refused = (problem: string) => new CatalogueError('store.copyTarget', { to: server, problem });
  let types: ColumnTypes = new Map();
  let isWhole = false;

  const state = async (): Promise<TargetState> => {
    const { rows } = await run('select to_regclass($1) is not null as there', [`"${schema}".store`]);
    if (rows[0]?.there !== 1) return 'empty';
    let found: TargetState = 'empty';
    await transaction(async () => {
      const shapes = (await shapesOf(run, schema)).filter(({ name }) => !ofOneSide.includes(name));
      if ((await readMark(client, copyMark)) !== undefined) found = 'begun';
      else if ((await usedTable(run, shapes)) !== undefined) found = 'used';
    });
    return found;
  };

  const lockedSoon = async (): Promise<boolean> => {
    const until = systemTime.monotonic() + killedMs;
    for (;;) {
      const query = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked';
      const { rows } = await run(query, [`${schema} copy`]);
      if (rows[0]?.locked === 1) return true;
      if (systemTime.monotonic() > until) return false;
      await systemTime.sleep(100);
    }
  };

  const begin = async (from: string): Promise<Progress> => {
    if (!(await lockedSoon())) throw refused('another copy into it is running');
    await migrateSchema(client, schema, migrations, () => holdToKey(client, dataKey, server));
    let progress: Progress = { from, tables: {} };
    await transaction(async () => {
      const mark = await readMark(client, copyMark);
      if (mark !== undefined) {
        progress = JSON.parse(mark) as Progress;
        if (progress.from !== from) throw refused('it holds a part of another copy');
        return;
      }
      const shapes = (await shapesOf(run, schema)).filter(({ name }) => !ofOneSide.includes(name));
      const used = await usedTable(run, shapes);
      if (used !== undefined && !mayBeWhole) throw refused(`it holds data already (${used})`);
      if (used !== undefined) {
        isWhole = true;
        progress = { from, tables: Object.fromEntries(shapes.map(({ name }) => [name, { isWhole: true }])) };
        return;
      }
      await setTriggers(client, shapes, 'disable');
      await writeMark(client, copyMark, JSON.stringify(progress));
    });
    types = await columnTypes(client, schema);
    return progress;
  };

  return {
    ...sideOf(opened, schema),
    state: () => named(state),
    begin: (from) => named(() => begin(from)),
    write: (table, rows, progress) =>
      named(() =>
        transaction(async () => {
          if (table.key.length === 0 && rows.length > 0) await run(`delete from "${table.name}"`, []);
          if (rows.length > 0) await insert(run, table, rows, types.get(table.name) ?? new Map());
          await writeMark(client, copyMark, JSON.stringify(progress));
        }),
      ),
    finish: (highest) =>
      named(() =>
        transaction(async () => {
          if (isWhole) return;
          const shapes = (await shapesOf(run, schema)).filter(({ name }) => !ofOneSide.includes(name));
          await setTriggers(client, shapes, 'enable');
          await continueAfter(run, schema, highest);
          await finished(run);
          await removeMark(client, copyMark);
        }),
      ),
  };
};

/** Of those with a key: others have a row from the start. */
const usedTable = async (run: Run, shapes: readonly TableShape[]): Promise<string | undefined> => {
  for (const { name, key } of shapes) {
    if (key.length > 0 && (await run(`select 1 from "${name}" limit 1`, [])).rows.length > 0) return name;
  }
  return undefined;
};

/** What triggers keep is copied as it is. */
const setTriggers = async (
  client: EndingClient,
  shapes: readonly TableShape[],
  how: 'enable' | 'disable',
): Promise<void> => {
  for (const { name } of shapes) await client.query(`alter table "${name}" ${how} trigger user`);
};

const insert = async (
  run: Run,
  { name, columns }: TableShape,
  rows: readonly Row[],
  types: ReadonlyMap<string, string>,
): Promise<void> => {
  const lists = columns.map((_, at) => rows.map((row) => written(row[at] ?? null)));
  const arrays = columns.map((column, at) => `$${at + 1}::${types.get(column)}[]`).join(', ');
  await run(`insert into "${name}" (${named(columns)}) select * from unnest(${arrays})`, lists);
};

/** The driver writes numbers as texts, in which -0 would be 0. */
const written = (value: Value): Value => (Object.is(value, -0) ? '-0' : value);

const sideOf = ({ client, run, server, named: withName }: Opened, schema: string): CopySide => ({
  place: server,
  shapes: () => withName(() => shapesOf(run, schema)),
  read: ({ name, columns, key }, after, most) =>
    withName(async () => {
      const order = key.length === 0 ? '' : `order by ${named(key)} limit ${most}`;
      const where =
        after === undefined ? '' : `where (${named(key)}) > (${key.map((_, at) => `$${at + 1}`).join(', ')})`;
      const { rows } = await run(
        `select ${named(columns)} from "${schema}"."${name}" ${where} ${order}`,
        after ?? [],
      );
      return rows.map((row) => columns.map((column) => row[column] as Value));
    }),
  close: async () => {
    await client.end().catch(() => {});
  },
});

const named = (columns: readonly string[]): string => columns.map((name) => `"${name}"`).join(', ');

const notData = ['migrations', 'store'];

const shapesOf = async (run: Run, schema: string): Promise<TableShape[]> => {
  const { rows } = await run(
    `select c.relname as name,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)) from pg_index i
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::int2[])
        where i.indrelid = c.oid and i.indisprimary) as key,
      (select json_agg(f.relname) from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f') as refs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = $1 and c.relkind in ('r', 'p') and not c.relispartition order by c.relname collate "C"`,
    [schema],
  );
  const list = (value: unknown): string[] =>
    typeof value === 'string' ? (JSON.parse(value) as string[]) : [];
  return rows
    .map(({ name, columns, key, refs }) => ({
      name: String(name),
      columns: list(columns),
      key: list(key),
      references: list(refs),
    }))
    .filter(({ name }) => !notData.includes(name));
};

/** Sequences by table. */
const sequencesOf = async (
  run: Run,
  schema: string,
): Promise<{ table: string; column: string; sequence: string }[]> => {
  const { rows } = await run(
    `select c.relname as "table", a.attname as "column",
      pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = $1 and c.relkind in ('r', 'p') and a.attidentity <> '' and not a.attisdropped`,
    [schema],
  );
  return rows as { table: string; column: string; sequence: string }[];
};

const highestOf = async (run: Run, schema: string): Promise<ReadonlyMap<string, number>> => {
  const highest = new Map<string, number>();
  for (const { table, column, sequence } of await sequencesOf(run, schema)) {
    const { rows } = await run(
      `select greatest((select max("${column}") from "${schema}"."${table}"),
        (select case when is_called then last_value else last_value - 1 end from ${sequence}), 0) as most`,
      [],
    );
    highest.set(table, Number(rows[0]?.most ?? 0));
  }
  return highest;
};

const continueAfter = async (
  run: Run,
  schema: string,
  highest: ReadonlyMap<string, number>,
): Promise<void> => {
  for (const { table, sequence } of await sequencesOf(run, schema)) {
    const most = highest.get(table) ?? 0;
    if (most > 0) await run(`select setval($1::regclass, $2::int8, true)`, [sequence, most]);
  }
};
