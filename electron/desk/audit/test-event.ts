import { type AuditEvent, auditTestKind } from '#contract/audit.ts';

/** An event that tells of nothing, and belongs to no chain. */
export const testEvent = (id: string, at: string, desk: AuditEvent['desk']): AuditEvent => ({
  version: 1,
  id: `test:0:${id}`,
  at,
  recorded: at,
  desk,
  chain: 'test',
  seq: 0,
  digest: '0'.repeat(64),
  before: '',
  kind: auditTestKind,
  actor: 'carryover',
  words: 'A test of this audit stream.',
});
