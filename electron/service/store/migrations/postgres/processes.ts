/**
 * What several processes of one store know of each other, and what they keep in memory of it: which of them are there,
 * what each works on alone, and whether something changed that all of them keep.
 */

/** Columns of an endpoint that every process keeps, besides how its deliveries fare. */
const kept = [
  'id',
  'url',
  'event_types_json',
  'channels_json',
  'company_tags_json',
  'messages_per_second',
  'sealed_headers',
  'disabled_at',
  'disabled_reason',
  'deleted_at',
  'rule_ids_json',
];

/** Facts that are counted in, or that only one process uses. */
const uncounted = ['faultCounts', 'rate-limit-count', 'generation', 'advance', 'seed', 'responsesMasked'];

export const processes: readonly string[] = [
  `create table processes (generation int8 primary key, host text not null, pid int8 not null, version text not null,
    clock text not null, delivers int8 not null, started_at timestamptz not null default clock_timestamp(),
    beat_at timestamptz not null default clock_timestamp())`,
  `create table claims (name text collate "C" primary key,
    generation int8 references processes (generation) on delete set null)`,
  `create index claims_by_process on claims (generation)`,
  // One row: a number that rises, and never falls.
  `create table revision (kept int8 not null)`,
  `insert into revision values (0)`,
  `create function kept_changed() returns trigger language plpgsql as $$ begin
    update revision set kept = kept + 1; return null; end $$`,
  ...['rules', 'api_keys', 'endpoint_secrets'].map(
    (table) => `create trigger ${table}_kept after insert or update or delete on ${table}
      for each statement execute function kept_changed()`,
  ),
  `create trigger endpoints_kept after insert or delete on endpoints
    for each statement execute function kept_changed()`,
  `create trigger endpoints_kept_changed after update on endpoints for each row
    when ((${kept.map((column) => `old.${column}`).join(', ')}) is distinct from (${kept.map((column) => `new.${column}`).join(', ')}))
    execute function kept_changed()`,
  // What nobody does any more is claimed by nobody.
  `create function claims_ended() returns trigger language plpgsql as $$ begin
    delete from claims where name = 'endpoint ' || old.seq; return null; end $$`,
  `create trigger claims_ended_by_mark after update on endpoints for each row
    when (old.deleted_at is null and new.deleted_at is not null) execute function claims_ended()`,
  `create trigger claims_ended_by_delete after delete on endpoints for each row execute function claims_ended()`,
  ...['insert', 'update', 'delete'].map((event) => {
    const row = event === 'delete' ? 'old' : 'new';
    return `create trigger facts_kept_${event} after ${event} on facts for each row
      when (${row}.name not in (${uncounted.map((name) => `'${name}'`).join(', ')}) and ${row}.name not like '%SweptAt')
      execute function kept_changed()`;
  }),
];
