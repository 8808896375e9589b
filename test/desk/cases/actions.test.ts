import { describe, expect, test } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import { erasedText } from '#contract/erasure.ts';
import { checkedAction, problemOf } from '#desk/cases/checked-action.ts';
import { subjectsOf } from '#desk/cases/merging/subjects.ts';
import { refuseAct } from '#desk/cases/permitted.ts';
import { isDerived, mentions, remainingOf } from '#desk/cases/remaining.ts';
import { but, every, folded, ids } from './every-action.ts';

/** What is said of each kind of action, without a desk. */

const kinds = Object.keys(every) as CaseAction['kind'][];

describe('two edits are of the same', () => {
  test.each<[CaseAction['kind'], readonly string[]]>([
    ['case.changed', ['case:name', 'case:integrator', 'case:targetId', 'case:parts']],
    ['case.closed', ['case:state']],
    ['case.reopened', ['case:state']],
    ['case.archived', ['case:state']],
    ['contact.changed', [`contact:${ids.contact}`]],
    ['contact.removed', [`contact:${ids.contact}`]],
    ['note.changed', [`note:${ids.note}`]],
    ['note.removed', [`note:${ids.note}`]],
    ['attachment.removed', [`attachment:${ids.attachment}`]],
    ['step.changed', ['step:one']],
    ['row.answered', ['row:rule-id']],
    ['row.overruled', ['row:rule-id']],
    ['cutover.conflictDecided', ['conflict:authorization']],
    ['cutover.soakStarted', ['cutover']],
    ['cutover.completed', ['cutover']],
    ['cutover.rollbackDecided', ['cutover']],
    ['row.restored', ['row:rule-id']],
    ['finding.dismissed', ['finding:0123456789abcdef']],
    ['finding.restored', ['finding:0123456789abcdef']],
    ['mention.dismissed', ['mention:fedcba9876543210']],
    ['mention.restored', ['mention:fedcba9876543210']],
    ['coverage.stated', [`coverage:${ids.evidence}`]],
    ['coverage.withdrawn', [`coverage:${ids.evidence}`]],
    ['evidence.removed', [`evidence:${ids.evidence}`]],
    ['request.drafted', ['request']],
    ['request.sent', ['request']],
    ['request.confirmed', ['request']],
    ['portalHeader.supplied', ['portalHeader']],
    ['headers.planned', [`headers:${ids.endpoint}`]],
    ['headers.set', [`headers:${ids.endpoint}`]],
    ['runbook.detailsSupplied', ['detail:appId', 'detail:secret']],
    ['runbook.windowProposed', ['runbook:window']],
    ['runbook.windowAgreed', ['runbook:window']],
    ['runbook.handedOver', ['runbook:handover']],
    ['runbook.signedOff', ['runbook:handover']],
    ['runbook.overruled', ['runbook:schedule']],
    ['runbook.stepRestored', ['runbook:schedule']],
    ['runbook.failuresAccepted', ['company:a-1']],
    ['runbook.companiesExcluded', ['company:3']],
    ['runbook.decisionsWithdrawn', ['company:a-1']],
    ['tokens.excluded', ['company:a-1']],
    ['tokens.included', ['company:a-1']],
  ])('%s', (kind, subjects) => {
    expect(subjectsOf(every[kind])).toEqual(subjects);
  });
  test('what only adds is beside everything else', () => {
    for (const kind of [
      'note.added',
      'contact.added',
      'evidence.added',
      'tokens.imported',
      'step.added',
    ] as const) {
      expect(subjectsOf(every[kind])).toEqual([]);
    }
  });
});

/** A case that has one of everything that an action may name. */
const full = () =>
  folded(
    every['contact.added'],
    every['note.added'],
    every['attachment.added'],
    every['observation.opened'],
    every['runbook.opened'],
  );
const refusal = (state: Parameters<typeof refuseAct>[0], action: CaseAction): unknown => {
  try {
    refuseAct(state, [action]);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('an action is refused', () => {
  test('on what is not in the case', () => {
    const agreement = { ...every['runbook.windowAgreed'].content.agreement, attachmentId: ids.attachment };
    for (const [action, code] of [
      [every['contact.changed'], 'contact.notFound'],
      [every['contact.removed'], 'contact.notFound'],
      [every['note.changed'], 'note.notFound'],
      [every['note.removed'], 'note.notFound'],
      [every['attachment.removed'], 'attachment.notFound'],
      [every['observation.seen'], 'observation.notFound'],
      [every['observation.resumed'], 'observation.notFound'],
      [every['observation.closed'], 'observation.notFound'],
      [but('runbook.windowAgreed', { agreement }), 'attachment.notFound'],
      [but('runbook.signedOff', { agreement }), 'attachment.notFound'],
      [but('runbook.syncingConfirmed', { attachmentId: ids.attachment }), 'attachment.notFound'],
    ] as const) {
      expect([action.kind, refusal(folded(), action)]).toEqual([action.kind, code]);
      expect([action.kind, refusal(full(), action)]).toEqual([action.kind, undefined]);
    }
    expect(refusal(full(), but('step.changed', { id: 'nine' }))).toBe('step.notFound');
    expect(() => refuseAct(full(), [but('step.changed', { id: 'nine' })])).toThrow('one, two');
    expect(refusal(full(), every['step.changed'])).toBeUndefined();
    expect(refusal(full(), but('contact.removed', { id: ids.note }))).toBe('contact.notFound');
  });
  test('in a state of the case that does not take it', () => {
    const allowed: Record<string, readonly string[]> = {
      open: kinds.filter((kind) => kind !== 'case.reopened'),
      closed: [
        'case.reopened',
        'case.archived',
        'content.erased',
        'headers.revealed',
        'runbook.detailsRevealed',
      ],
      archived: ['case.reopened', 'content.erased', 'headers.revealed', 'runbook.detailsRevealed'],
    };
    for (const [state, taken] of Object.entries(allowed)) {
      const before = { ...full(), state: state as 'open' };
      const found = kinds.filter((kind) => refusal(before, every[kind]) === undefined);
      expect([state, found.sort()]).toEqual([state, [...taken].sort()]);
    }
    expect(refusal({ ...full(), state: 'closed' }, every['note.added'])).toBe('case.notOpen');
    expect(refusal({ ...full(), state: 'closed' }, every['case.closed'])).toBe('case.badTransition');
    expect(refusal({ ...full(), state: 'archived' }, every['case.archived'])).toBe('case.badTransition');
    expect(refusal(full(), every['case.reopened'])).toBe('case.badTransition');
  });
  test('that takes away what an entry points at', () => {
    const running = folded(every['attachment.added'], every['tokens.runStarted']);
    expect(refusal(running, every['attachment.removed'])).toBeUndefined();
    const removed = every['attachment.removed'];
    const attached = every['attachment.added'];
    const agreement = { ...every['runbook.windowAgreed'].content.agreement, attachmentId: ids.attachment };
    for (const [entries, what] of [
      [[every['tokens.runStarted'], every['tokens.runEnded']], /entry 4\b.*the results of a run/],
      [[every['runbook.opened'], every['runbook.handedOver']], /entry 4\b.*the handover document/],
      [
        [every['runbook.opened'], but('runbook.windowAgreed', { agreement })],
        /entry 4\b.*shows that it is so/,
      ],
    ] as const) {
      expect(() => refuseAct(folded(attached, ...entries), [removed])).toThrow(what);
      const other = { ...attached.content.attachment, id: ids.note };
      const state = folded(attached, but('attachment.added', { attachment: other }), ...entries);
      expect(refusal(state, but('attachment.removed', { id: ids.note }))).toBeUndefined();
    }
  });
});

describe('what remains of an erased content', () => {
  /** By kind: the texts that are gone, in their order; kinds without any are not named. */
  const gone: Partial<Record<CaseAction['kind'], readonly string[]>> = {
    'case.opened': ['case name', 'case integrator', 'step note'],
    'case.changed': ['new name', 'new integrator'],
    'case.closed': ['closed reason'],
    'case.reopened': ['reopened reason'],
    'contact.added': ['contact name', 'contact role', 'contact@acme.example', 'contact phone'],
    'contact.changed': ['changed name', 'changed role'],
    'note.added': ['note text'],
    'note.changed': ['changed text'],
    'attachment.added': ['attachment name', 'attachment note'],
    'step.added': ['added note'],
    'step.changed': ['moved note', 'moved reason'],
    'evidence.added': [
      ...['evidence origin', 'row because', 'finding why', 'finding why', 'finding why'],
      ...['place excerpt', 'place text', 'place caller', 'place log'],
    ],
    'observation.opened': ['observation name', 'observation caller'],
    'observation.seen': ['seen caller'],
    'finding.dismissed': ['dismissed reason'],
    'mention.dismissed': ['mention reason'],
    'coverage.stated': ['coverage text', 'coverage by'],
    'coverage.withdrawn': ['withdrawal reason'],
    'evidence.removed': ['removal reason'],
    'row.answered': ['answer by', 'answer note'],
    'row.overruled': ['override by', 'override reason'],
    'verdict.reached': ['verdict because', 'action what'],
    'request.drafted': [
      ...['document title', 'document integrator', 'document because', 'document origin'],
      ...['document carry-over', 'action what'],
    ],
    'cutover.planned': [
      ...['plan integrator', 'rule@example.com', 'snapshot@example.com', 'task use', 'plan by', 'frozen by'],
    ],
    'cutover.conflictDecided': ['conflict by'],
    'cutover.soakStarted': ['soak by', 'soak note'],
    'cutover.completed': ['completed by', 'completed note'],
    'cutover.rollbackDecided': ['rollback by', 'rollback reason'],
    'request.sent': ['sent by', 'sent note'],
    'request.confirmed': ['confirmed by', 'confirmed note'],
    'portalHeader.supplied': ['portal by'],
    'firewall.checked': ['firewall name', 'firewall remark'],
    'tokens.imported': ['import name', 'given name', 'given role'],
    'tokens.runPaused': ['paused why'],
    'runbook.detailsSupplied': ['detail value', 'detail masked', 'given name', 'given role'],
    'runbook.windowProposed': ['given name', 'given role'],
    'runbook.windowAgreed': ['agreement name', 'agreement quote', 'given name', 'given role'],
    'runbook.callbackChecked': ['given name', 'given role'],
    'runbook.syncingConfirmed': ['syncing by', 'syncing quote', 'syncing list', 'given name', 'given role'],
    'exchange.answerReceived': ['given name', 'given role', 'answer list'],
    'mail.templateChanged': ['template subject', 'template text'],
    'mail.written': ['mail recipient', 'recipient@mail.example', 'mail subject', 'mail text'],
    'mail.sent': ['mail sender', 'mail note'],
    'approval.requested': ['fact value', 'list line'],
    'approval.refused': ['refusal reason'],
    'approval.withdrawn': ['withdrawal reason'],
    'runbook.syncingRevoked': ['revoked reason'],
    'runbook.signedOff': ['agreement name', 'agreement quote'],
    'runbook.overruled': ['requirement by', 'requirement reason'],
    'runbook.windowOverridden': ['window reason'],
    'runbook.failuresAccepted': ['accepted by', 'accepted reason'],
    'runbook.companiesExcluded': ['excluded by', 'excluded reason'],
    'runbook.decisionsWithdrawn': ['withdrawn reason'],
    'tokens.excluded': ['approved by', 'left out reason'],
    'tokens.included': ['included reason'],
  };
  const dropped = [
    'contact role',
    'changed role',
    'contact@acme.example',
    'contact phone',
    'attachment note',
    'recipient@mail.example',
  ];
  test.each(kinds)('%s', (kind) => {
    const { content, texts } = remainingOf(every[kind]);
    expect(texts).toEqual(gone[kind] ?? []);
    // The same shape, with each text replaced; what must have a certain form is left out.
    const expected: unknown = JSON.parse(JSON.stringify(every[kind].content), (_key, value: unknown) => {
      if (typeof value !== 'string' || !texts.includes(value)) return value;
      return dropped.includes(value) ? undefined : erasedText;
    });
    expect(content).toEqual(expected);
    expect(problemOf({ kind, content })).toBeUndefined();
    // What is erased already is not counted again.
    expect(remainingOf({ kind, content } as CaseAction).texts).toEqual([]);
  });
  test('of some paths, or of some texts, only these are erased', () => {
    const excerpts = remainingOf(every['evidence.added'], ['evidence.findings.*.place.excerpt']);
    expect(excerpts.texts).toEqual(['place excerpt']);
    const some = remainingOf(every['verdict.reached'], undefined, (text) => text.includes('what'));
    expect(some.texts).toEqual(['action what']);
    expect(JSON.stringify(some.content)).toContain('verdict because');
    expect(remainingOf(every['note.added'], ['text.deeper', 'nothing.*.here', 'id.']).texts).toEqual([]);
    expect(every['note.added'].content.text).toBe('note text');
  });
  test('a derived kind repeats others, and a content mentions a text as it is written in JSON', () => {
    expect(kinds.filter(isDerived)).toEqual(['verdict.reached', 'request.drafted']);
    const content = JSON.stringify({ text: 'said "yes"\n' });
    expect(mentions(content, ['said "yes"\n'])).toBe(true);
    expect(mentions(content, ['no', 'said'])).toBe(true);
    expect(mentions(content, ['no'])).toBe(false);
    expect(mentions(content, [])).toBe(false);
  });
});

test('an action that does not fit its shape never gets into a chain', () => {
  const bad = { kind: 'note.added', content: { id: ids.note } };
  expect(problemOf(bad)).toContain('/content');
  expect(problemOf({ kind: 'no.such', content: {} })).toBe('it is of no kind that is known here');
  expect(() => checkedAction(bad as CaseAction)).toThrow(/note\.added does not fit: \/content/);
  expect(checkedAction(every['note.added'])).toBe(every['note.added']);
});
