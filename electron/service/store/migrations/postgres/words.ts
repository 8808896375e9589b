/**
 * The words of messages, for `search/`. A message that is removed takes its words with it. Source:
 * `docs/decisions/2026-11-28-words-on-a-server.md`.
 */
export const words: readonly string[] = [
  // One row for a message; several with a part each for one that has more words than a row can hold.
  `create table message_words (message_seq int8 not null references messages(seq) on delete cascade, part int8 not null,
    is_whole boolean not null, words tsvector not null, primary key (message_seq, part))`,
  // What waits to be put into an index is looked through by every search: half a megabyte at most (in kB).
  `create index message_words_whole on message_words using gin (words) with (gin_pending_list_limit = 512)
    where is_whole`,
  `create index message_words_parts on message_words using gin (words) with (gin_pending_list_limit = 512)
    where not is_whole`,
  `create table indexed_words (settled int8 not null, seen int8 not null, seen_xid int8 not null)`,
  `insert into indexed_words values (0, 0, 0)`,
];
