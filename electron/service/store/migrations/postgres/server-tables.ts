/**
 * Tables that only a server has: what its processes know of each other, and the words of messages, which each store finds
 * itself. A copy of a store leaves them out.
 */
export const serverTables: readonly string[] = [
  'processes',
  'claims',
  'revision',
  'call_watches',
  'removed_calls',
  'message_words',
  'indexed_words',
];
