import type Database from 'better-sqlite3';
import { systemTime } from '#base/clock.ts';

/** The schema of a database that was made in this process, for the next one of its kind: making it by its history takes long. */
export interface SchemaCopy {
  /** Gives a new, empty database the same schema and first rows, whole or not at all. */
  install(sqlite: Database.Database): void;
}

interface Rows {
  /** The statement that inserts one. */
  readonly insert: string;
  readonly values: readonly (readonly unknown[])[];
}

/** @param sqlite a database that holds nothing beside what its migrations have put there */
export const copySchema = (sqlite: Database.Database): SchemaCopy => {
  const statements = (types: string): string =>
    sqlite
      .prepare<[], string>(
        `select sql from sqlite_schema where type in (${types}) and sql is not null and name not like 'sqlite\\_%' escape '\\' order by rowid`,
      )
      .pluck()
      .all()
      .join(';\n');
  const tables = statements("'table'");
  const others = statements("'index', 'view', 'trigger'");
  const filled = firstRows(sqlite);
  return {
    install(target) {
      target.transaction(() => {
        target.pragma('defer_foreign_keys = ON');
        target.exec(tables);
        for (const { insert, values } of filled) {
          const statement = target.prepare(insert);
          for (const row of values) statement.run(row);
        }
        // After the rows, which they would act upon.
        target.exec(others);
        target
          .prepare('update kysely_migration set timestamp = ?')
          .run(new Date(systemTime.now()).toISOString());
      })();
    },
  };
};

const firstRows = (sqlite: Database.Database): Rows[] =>
  sqlite
    .prepare<[], string>("select name from sqlite_schema where type = 'table' order by rowid")
    .pluck()
    .all()
    .map((table) => {
      const columns = sqlite
        .prepare<[string], string>('select name from pragma_table_info(?)')
        .pluck()
        .all(table);
      const names = columns.map((name) => `"${name}"`).join(', ');
      const values = sqlite.prepare<[], unknown[]>(`select ${names} from "${table}"`).raw().all();
      const places = columns.map(() => '?').join(', ');
      return { insert: `insert into "${table}" (${names}) values (${places})`, values };
    })
    .filter(({ values }) => values.length > 0);
