import { formatCount, formatList } from '#contract/format.ts';
import type { JournalAction, JournalKind } from '#contract/journal.ts';
import type { Grant } from '#contract/people.ts';

type ContentOf<Kind extends JournalKind> = Extract<JournalAction, { kind: Kind }>['content'];
type Words = { readonly [Kind in JournalKind]: (content: ContentOf<Kind>) => string };

const quoted = (text: string): string => `"${text}"`;
const cases = (all: readonly unknown[]): string => formatCount(all.length, 'case');

const words: Words = {
  'journal.opened': (content) => `Opened the journal with ${cases(content.cases)}.`,
  'case.created': ({ seq }) => `Recorded a new case with ${formatCount(seq, 'entry', 'entries')}.`,
  'case.extended': ({ seq }) => `Recorded the case up to its entry ${seq}.`,
  'case.imported': ({ from, seq }) => `Recorded the imported entries ${from} to ${seq} of the case.`,
  'case.deleted': () => 'Deleted the case.',
  'case.held': ({ reason }) => `Placed the case under legal hold. Reason: ${reason}`,
  'case.released': ({ reason }) => `Released the legal hold of the case. Reason: ${reason}`,
  'retention.changed': ({ caseId, rule }) =>
    `Changed how long ${caseId === undefined ? 'cases are' : 'the case is'} kept: ${ruleOf(rule)}.`,
  'retention.announced': ({ removal }) => `Announced that the case will be deleted on ${removal}.`,
  'retention.applied': ({ days }) =>
    `The case is deleted, as it was kept for ${formatCount(days, 'day')} after its last entry.`,
  'rows.sealed': ({ tables }) => `Recorded the state of ${formatList(tables.map(({ table }) => table))}.`,
  'desk.restored': ({ backup, cases: all }) => `Restored the backup ${backup} with ${cases(all)}.`,
  'desk.accepted': ({ reason, findings }) =>
    `Accepted the desk database despite ${formatCount(findings.length, 'finding')}. Reason: ${reason}`,
  'desk.returned': ({ left }) => `The right desk database is back. The other one ended at entry ${left.seq}.`,
  'identity.rotated': () => 'Replaced the signing key with a new one.',
  'identity.moved': () => 'Replaced the signing key with the one of another data folder.',
  'identity.lost': () => 'Replaced the signing key, as the former one is lost.',
  'sealing.replaced': ({ how }) => `Replaced the sealing key (${how}).`,
  'signer.trusted': ({ name }) => `Trusted the key of ${name}.`,
  'signer.revoked': ({ name, reason }) => `Revoked the key of ${name}. Reason: ${reason}`,
  'person.added': ({ name, login, grants }) => `Added ${name} <${login}> with ${grantsOf(grants)}.`,
  'person.renamed': ({ personId, name }) => `Renamed the person ${personId} to ${name}.`,
  'person.granted': ({ personId, grants }) => `Gave the person ${personId} ${grantsOf(grants)}.`,
  'person.linked': ({ personId, issuer }) => `Linked the person ${personId} to an account at ${issuer}.`,
  'person.unlinked': ({ personId }) => `Unlinked the person ${personId} from the account at the provider.`,
  'person.refused': ({ personId }) =>
    `The identity provider no longer confirms the account of the person ${personId}: access ended until the next sign-in.`,
  'person.left': ({ personId }) => `Ended the access of the person ${personId}.`,
  'person.returned': ({ personId }) => `Let the person ${personId} return.`,
  'person.signedIn': ({ by }) =>
    `Signed in by ${by === 'provider' ? 'the identity provider' : 'an access token'}.`,
  'person.keyAdded': ({ personId, name, publicKey }) =>
    `Added the key ${quoted(name)} (${publicKey}) that the person ${personId} signs approvals with.`,
  'person.keyRemoved': ({ personId, keyId }) => `Removed the key ${keyId} of the person ${personId}.`,
  'policy.changed': ({ scope, writes, overrides }) =>
    `Set the policy of ${scope}: a second person for writes ${writes ? 'needed' : 'not needed'}, for overrides ${overrides ? 'needed' : 'not needed'}.`,
  'token.issued': ({ personId, name, access, scope, expires }) =>
    `Created the access token ${quoted(name)} of the person ${personId} (${access}, ${scope}, until ${expires}).`,
  'token.revoked': ({ personId, tokenId }) =>
    `Revoked the access token ${tokenId} of the person ${personId}.`,
  'audit.streamAdded': ({ name, origin, format, detail, from }) =>
    `Added the audit stream ${quoted(name)} to ${origin} (${format}, ${detail}, from ${from === 'now' ? 'now' : 'the beginning'}).`,
  'audit.streamChanged': ({ name, origin, changed, paused }) =>
    `Changed the audit stream ${quoted(name)} to ${origin}: ${formatList(changed)}${paused ? ' (paused)' : ''}.`,
  'audit.streamRemoved': ({ name, origin }) => `Removed the audit stream ${quoted(name)} to ${origin}.`,
  'audit.streamEnded': ({ name, delivered, left }) =>
    delivered
      ? `The audit stream ${quoted(name)} ended after its last event.`
      : `The audit stream ${quoted(name)} ended before ${left === undefined ? 'its last event' : formatCount(left, 'entry of the journal', 'entries of the journal')} could be delivered.`,
};

const ruleOf = (rule: number | 'keep' | 'desk'): string => {
  if (rule === 'keep') return 'until it is deleted';
  return rule === 'desk' ? 'as the desk keeps cases' : `${formatCount(rule, 'day')} after the last entry`;
};

const grantsOf = (grants: readonly Grant[]): string =>
  grants.length === 0
    ? 'no role'
    : `the roles ${formatList(grants.map(({ role, scope }) => `${role} (${scope})`))}`;

/** An entry of the journal as a sentence; undefined for a kind that a newer version made. */
export const formatJournalEntry = ({ kind, content }: JournalAction): string | undefined => {
  const format = words[kind] as ((content: unknown) => string) | undefined;
  return format?.(content);
};
