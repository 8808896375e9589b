import { sql } from 'kysely';
import { statementsOf } from '#base/store/statements.ts';
import { staleTriggers } from './migrations/0009-case-summaries.ts';
import { triggers } from './migrations/postgres/triggers.ts';
import type { Reader } from './reader.ts';

interface SchemaObject {
  readonly type: string;
  readonly name: string;
}

/** Triggers and views that the desk did not make, and triggers of its own that are missing or were changed. */
export interface ChangedObjects {
  readonly foreign: readonly SchemaObject[];
  readonly missing: readonly string[];
}

export const changedObjects = (reader: Reader): Promise<ChangedObjects> =>
  statementsOf(reader.db).dialect === 'postgres' ? changedOnServer(reader) : changedInFile(reader);

const changedInFile = async ({ db }: Reader): Promise<ChangedObjects> => {
  const { rows: there } = await sql<
    SchemaObject & { sql: string }
  >`select type, name, sql from sqlite_master where type in ('trigger', 'view') order by name`.execute(db);
  const own = staleTriggers.map(withoutVerb);
  const texts = there.map(({ sql }) => withoutVerb(sql));
  return {
    foreign: there.filter((_, at) => !own.includes(texts[at] as string)),
    missing: own.filter((text) => !texts.includes(text)).map((text) => text.split(' ', 1)[0] as string),
  };
};

/** SQLite writes the verb its own way. */
const withoutVerb = (text: string): string => text.replace(/^create trigger /i, '');

interface TriggerThere extends SchemaObject {
  /** What it does and when; of a view or a rule, nothing that is known. */
  readonly text: string;
}

/** As the server's own tables say it: once after a statement. Source: `catalog/pg_trigger.h` of PostgreSQL. */
const eventBits = { insert: 4, delete: 8, update: 16 } as const;

const changedOnServer = async ({ db }: Reader): Promise<ChangedObjects> => {
  const { rows: there } = await sql<TriggerThere>`
    select 'trigger' as type, t.tgname as name,
      concat_ws(' ', c.relname, t.tgtype, t.tgenabled, p.proname, p.prosrc) as text
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal
    union all
    select case c.relkind when 'v' then 'view' when 'm' then 'view' else 'rule' end, r.rulename, ''
    from pg_rewrite r join pg_class c on c.oid = r.ev_class
    where c.relnamespace = current_schema()::regnamespace
    order by 2`.execute(db);
  const own = new Map(
    triggers.map(({ name, table, event, body }) => [name, `${table} ${eventBits[event]} O ${name} ${body}`]),
  );
  const isOwn = ({ name, text }: TriggerThere): boolean => own.get(name) === text;
  const found = new Set(there.filter(isOwn).map(({ name }) => name));
  return {
    foreign: there.filter((one) => !isOwn(one)),
    missing: [...own.keys()].filter((name) => !found.has(name)),
  };
};
