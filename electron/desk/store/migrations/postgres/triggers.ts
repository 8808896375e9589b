/**
 * What triggers keep of the tables, as those of `desk.db` do. Each runs once a statement, over all rows that it changed.
 * A verification takes any other trigger for one that somebody added.
 */
export interface ServerTrigger {
  readonly name: string;
  readonly table: string;
  readonly event: TriggerEvent;
  /** Of its function, which has its name. */
  readonly body: string;
}
type TriggerEvent = 'insert' | 'update' | 'delete';
type Bodies = Readonly<Record<TriggerEvent, string>>;

const events: readonly TriggerEvent[] = ['insert', 'update', 'delete'];

const triggersOn = (table: string, use: string, bodies: Bodies): ServerTrigger[] =>
  events.map((event) => ({
    name: `${use}_${table}_${event}`,
    table,
    event,
    body: `begin ${bodies[event]} return null; end`,
  }));

const stale = (cases: string): string =>
  `insert into case_stale select case_id from (${cases}) as changed on conflict do nothing;`;
const casesIn = (rows: string): string => `select distinct case_id from ${rows}`;

/** Of rows that are of a case. */
const ofCase = (table: string): ServerTrigger[] =>
  triggersOn(table, 'stale', {
    insert: stale(casesIn('new_rows')),
    update: stale(casesIn('new_rows')),
    delete: stale(casesIn('old_rows')),
  });

/** Steps depend on the callback URL. */
const onTarget = (rows: string): string =>
  stale(`select case_id from case_summaries where target_id in (select id from ${rows})`);

const staleTriggers: readonly ServerTrigger[] = [
  ...['case_heads', 'token_rows', 'token_progress'].flatMap(ofCase),
  ...triggersOn('case_entries', 'stale', {
    insert: stale(casesIn('new_rows')),
    // Contents are replaced when they are erased: nothing of them may stay here.
    update: `delete from case_summaries where case_id in (select case_id from new_rows); ${stale(casesIn('new_rows'))}`,
    delete: stale(casesIn('old_rows')),
  }),
  ...triggersOn('targets', 'stale', {
    insert: onTarget('new_rows'),
    update: onTarget('new_rows'),
    delete: onTarget('old_rows'),
  }),
];

/** As `sealed-tables.ts` has them; whatever becomes one later gets its triggers from a migration of its own. */
const sealed = [
  'targets',
  'deleted_cases',
  'attachments',
  'case_secrets',
  'token_rows',
  'token_runs',
  'token_progress',
];

/** Columns of bytes, by table: what is said of them is their digest. */
const bytes: Readonly<Record<string, readonly string[]>> = {
  targets: ['api_key', 'proxy'],
  attachments: ['content'],
  case_secrets: ['value'],
};

/** Says which rows come and go, in the unit of work of a desk alone: it gives each a name that nobody else knows. */
const noting = (table: string): Bodies => {
  const digests = (bytes[table] ?? [])
    .map((column) => `'${column}', 'blob ' || encode(sha256(r.${column}), 'hex')`)
    .join(', ');
  const said = digests === '' ? 'to_jsonb(r)' : `to_jsonb(r) || jsonb_build_object(${digests})`;
  const note = (rows: string, sign: 1 | -1): string =>
    `insert into row_changes (unit, tbl, sign, said)
      select current_setting('carryover.unit'), '${table}', ${sign}, ${said} from ${rows} r;`;
  const inUnit = (notes: string): string =>
    `if coalesce(current_setting('carryover.unit', true), '') <> '' then ${notes} end if;`;
  return {
    insert: inUnit(note('new_rows', 1)),
    update: inUnit(note('old_rows', -1) + note('new_rows', 1)),
    delete: inUnit(note('old_rows', -1)),
  };
};

export const triggers: readonly ServerTrigger[] = [
  ...staleTriggers,
  ...sealed.flatMap((table) => triggersOn(table, 'seal', noting(table))),
];

const rowsOf: Bodies = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
};

/** Whoever writes by another way need not have the schema in the search path. */
export const triggerStatements: readonly string[] = triggers.flatMap(({ name, table, event, body }) => [
  `create function ${name}() returns trigger language plpgsql set search_path from current as $$${body}$$`,
  `create trigger ${name} after ${event} on ${table} referencing ${rowsOf[event]}
    for each statement execute function ${name}()`,
]);
