/**
 * From when until when each process of a store is known to have written what it answered. Rows outlast their processes,
 * and resets: what is not covered by any of them was not observed.
 */
export const callWatches: readonly string[] = [
  // The time of observations, in one place.
  `create function observed_now() returns timestamptz language sql volatile as 'select clock_timestamp()'`,
  `create table call_watches (generation int8 not null, since timestamptz not null, until timestamptz not null,
    ended timestamptz, answers int8 not null default 1, primary key (generation, since))`,
  `create index call_watches_open on call_watches (generation) where ended is null`,
  // By triggers that find the tables whoever writes, so that processes of the build before, which vouch for nothing, count as such.
  `create function call_watch_begun() returns trigger language plpgsql set search_path from current as $$ declare at timestamptz := observed_now(); begin
    insert into call_watches (generation, since, until) values (new.generation, at, at); return null; end $$`,
  `create trigger call_watch_begun after insert on processes for each row execute function call_watch_begun()`,
  `create function call_watch_ended() returns trigger language plpgsql set search_path from current as $$ begin
    update call_watches set ended = greatest(observed_now(), until) where generation = old.generation and ended is null;
    return null; end $$`,
  `create trigger call_watch_ended after delete on processes for each row execute function call_watch_ended()`,
  `insert into call_watches (generation, since, until) select generation, observed_now(), observed_now() from processes`,
  // One row: the newest call of a deprecated endpoint that was removed from the log, by a reset or for its age.
  `create table removed_calls (seq int8 not null, at timestamptz not null)`,
  `insert into removed_calls values (0, observed_now())`,
  `create function requests_removed() returns trigger language plpgsql set search_path from current as $$ begin
    update removed_calls set seq = newest.seq, at = observed_now()
      from (select max(seq) as seq from old_rows where deprecated = 1) as newest where newest.seq > removed_calls.seq;
    return null; end $$`,
  `create trigger requests_removed after delete on requests referencing old table as old_rows
    for each statement execute function requests_removed()`,
];
