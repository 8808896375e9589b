import { describe, expect, test } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import { problemOf } from '#desk/cases/checked-action.ts';
import { fold } from '#desk/cases/fold.ts';
import { at, but, digest, every, folded, ids, onRecord } from './every-action.ts';

/** What each kind of entry makes of a case: pure, without a desk. */

test('an opened case is empty, and knows its steps', () => {
  const state = folded();
  const since = onRecord(1).at;
  expect(state).toEqual({
    id: ids.company,
    name: 'case name',
    integrator: 'case integrator',
    parts: ['webhooks', 'tokens'],
    targetId: 'local',
    clientId: ids.company,
    state: 'open',
    revision: 1,
    digest: 'digest 1',
    created: since,
    updated: since,
    contacts: [],
    notes: [],
    attachments: [],
    steps: [
      {
        id: 'one',
        part: 'webhooks',
        title: 'One',
        responsible: 'support',
        note: 'step note',
        state: 'open',
        since,
      },
      { id: 'two', part: 'tokens', title: 'Two', responsible: 'both', state: 'open', since },
    ],
    moved: new Map(),
    evidence: [],
    observations: [],
    dismissals: new Map(),
    mentionDismissals: [],
    coverages: new Map(),
    removedEvidence: [],
    answers: [],
    overrides: new Map(),
    verdicts: [],
    grants: [],
    cutoverChecks: [],
    reversals: [],
    plans: [],
    conflictDecisions: [],
    comparisons: [],
    soaks: [],
    completions: [],
    rollbacks: [],
    doctorRuns: [],
    exclusions: new Map(),
    endpoints: new Map(),
    gone: new Map(),
    headers: new Map(),
    firewallChecks: [],
    tokenImports: [],
    tokenRuns: [],
    sampleChecks: [],
    mails: [],
    mailTemplates: new Map(),
    forms: new Map(),
    formAnswers: new Map(),
    approvals: new Map(),
  });
});

test('a case is opened by its first entry, and by no other', () => {
  const opened = every['case.opened'];
  expect(() => folded(opened)).toThrow('Entry 2 opens the case a second time');
  const record = { seq: 1, at, actor: 'Ada', digest };
  expect(() => fold(ids.company, undefined, { ...record, action: every['note.added'] })).toThrow(
    'does not open the case',
  );
});

test('every entry moves the revision, the digest and the time, and is of a known shape', () => {
  for (const [kind, action] of Object.entries(every)) {
    expect([kind, problemOf(action)]).toEqual([kind, undefined]);
    if (kind === 'case.opened') continue;
    const { revision, digest: after, updated, created } = folded(every['note.added'], action as CaseAction);
    expect([kind, revision, after, updated, created]).toEqual([
      kind,
      3,
      'digest 3',
      onRecord(3).at,
      onRecord(1).at,
    ]);
  }
});

/** What is different from the opened case, besides what every entry moves. */
const changed = (...actions: readonly CaseAction[]): Record<string, unknown> => {
  const before = folded() as unknown as Record<string, unknown>;
  const after = Object.entries(folded(...actions));
  const moves = ['revision', 'digest', 'updated'];
  return Object.fromEntries(
    after.filter(
      ([key, value]) =>
        !moves.includes(key) && JSON.stringify(text(value)) !== JSON.stringify(text(before[key])),
    ),
  );
};
const text = (value: unknown): unknown => (value instanceof Map ? [...value] : value);

describe('the case itself', () => {
  test('its fields, its state', () => {
    const changes = {
      name: 'new name',
      integrator: 'new integrator',
      targetId: ids.endpoint,
      parts: ['tokens'],
    };
    expect(changed(every['case.changed'])).toEqual(changes);
    expect(changed(but('case.changed', { changes: { clientId: ids.run } }))).toEqual({ clientId: ids.run });
    expect(folded(but('case.changed', { changes: { clientId: null } })).clientId).toBeUndefined();
    expect(folded(but('case.changed', { changes: { name: 'x' } })).clientId).toBe(ids.company);
    expect(changed(every['case.closed'])).toEqual({ state: 'closed' });
    expect(changed(every['case.archived'])).toEqual({ state: 'archived' });
    expect(changed(every['case.closed'], every['case.reopened'])).toEqual({});
  });
  test('its contacts', () => {
    const added = every['contact.added'];
    const other = but('contact.added', { contact: { id: ids.note, name: 'other', party: 'support' } });
    expect(changed(added, other).contacts).toEqual([added.content.contact, other.content.contact]);
    const edited = every['contact.changed'].content.contact;
    expect(changed(added, other, every['contact.changed']).contacts).toEqual([edited, other.content.contact]);
    expect(changed(added, other, every['contact.removed']).contacts).toEqual([other.content.contact]);
  });
  test('its notes', () => {
    const added = every['note.added'];
    const other = but('note.added', { id: ids.run });
    const [one, two] = [
      { id: ids.note, text: 'note text', by: 'Ada', at: onRecord(2).at },
      { id: ids.run, text: 'note text', by: 'Ada', at: onRecord(3).at },
    ];
    expect(changed(added, other).notes).toEqual([one, two]);
    expect(changed(added, other, every['note.changed']).notes).toEqual([
      { ...one, text: 'changed text', changed: onRecord(4).at },
      two,
    ]);
    expect(changed(added, other, every['note.removed']).notes).toEqual([two]);
  });
  test('its attachments, also of one whose content was erased', () => {
    const added = every['attachment.added'];
    const { attachment } = added.content;
    const other = but('attachment.added', {
      attachment: { ...attachment, id: ids.note, digest: 'e'.repeat(64) },
    });
    const one = { ...attachment, by: 'Ada', at: onRecord(2).at };
    const two = { ...other.content.attachment, by: 'Ada', at: onRecord(3).at };
    expect(changed(added, other).attachments).toEqual([one, two]);
    expect(changed(added, other, every['content.erased']).attachments).toEqual([
      { ...one, erased: true },
      two,
    ]);
    expect(changed(added, other, every['attachment.removed']).attachments).toEqual([two]);
  });
  test('its steps', () => {
    const [one, two] = folded().steps;
    const { step } = every['step.added'].content;
    expect(changed(every['step.added'])).toEqual({
      steps: [one, two, { ...step, state: 'open', since: onRecord(2).at }],
    });
    const done = { state: 'done', since: onRecord(2).at, by: 'Ada' };
    expect(changed(every['step.changed'])).toEqual({
      steps: [{ ...one, ...done, note: 'moved note' }, two],
      moved: new Map([['one', 2]]),
    });
    // Who moved it stays, as long as it is not moved again.
    const again = { kind: 'step.changed', content: { id: 'one', state: 'done' } } as const;
    const due = { kind: 'step.changed', content: { id: 'one', due: '2026-03-01T00:00:00.000Z' } } as const;
    const undue = { kind: 'step.changed', content: { id: 'one', due: null } } as const;
    const both = { kind: 'step.changed', content: { id: 'one', responsible: 'both' } } as const;
    expect(changed(every['step.changed'], again).steps).toEqual([
      { ...one, ...done, note: 'moved note' },
      two,
    ]);
    expect(folded(every['step.changed'], again).moved).toEqual(new Map([['one', 3]]));
    expect(changed(due)).toEqual({ steps: [{ ...one, due: due.content.due }, two] });
    expect(changed(due, both)).toEqual({
      steps: [{ ...one, due: due.content.due, responsible: 'both' }, two],
    });
    expect(changed(due, undue)).toEqual({});
    expect(folded(due, undue).steps[0]).not.toHaveProperty('due');
  });
});

describe('evidence and the verdict', () => {
  test('observations', () => {
    const { id: _, ...opened } = every['observation.opened'].content;
    const first = { id: ids.observation, ...opened, seenUntil: at, calls: [], otherCalls: 0 };
    const other = but('observation.opened', { id: ids.run });
    const second = { ...first, id: ids.run };
    expect(changed(every['observation.opened'], other)).toEqual({ observations: [first, second] });
    const { calls, until } = every['observation.seen'].content;
    const seen = { ...first, seenUntil: until, calls, otherCalls: 5, lastRequestId: 'r-2' };
    expect(changed(every['observation.opened'], other, every['observation.seen'])).toEqual({
      observations: [seen, second],
    });
    // The same call again is counted; where the log stood stays if nothing is said of it.
    const [call] = calls;
    const more = {
      kind: 'observation.seen',
      content: {
        id: ids.observation,
        until: '2026-01-15T10:30:00.000Z',
        calls: [
          { ...call, first: until, last: until, count: 3 },
          { ...call, method: 'POST' },
          { ...call, path: '/rules' },
          { method: 'GET', path: '/rules/alerts', first: at, last: at, count: 1 },
        ],
        otherCalls: 1,
      },
    } as CaseAction;
    expect(changed(every['observation.opened'], every['observation.seen'], more).observations).toEqual([
      {
        ...seen,
        seenUntil: '2026-01-15T10:30:00.000Z',
        calls: [
          { ...call, last: until, count: 5 },
          { ...call, method: 'POST' },
          { ...call, path: '/rules' },
          { method: 'GET', path: '/rules/alerts', first: at, last: at, count: 1 },
        ],
        otherCalls: 6,
      },
    ]);
    const resumed = { ...first, seenUntil: '2026-01-15T11:00:00.000Z', unwatchedMs: 700 };
    expect(changed(every['observation.opened'], other, every['observation.resumed'])).toEqual({
      observations: [resumed, second],
    });
    const twice = changed(
      every['observation.opened'],
      every['observation.resumed'],
      every['observation.resumed'],
    );
    expect(twice.observations).toEqual([{ ...resumed, unwatchedMs: 1400 }]);
    expect(changed(every['observation.opened'], other, every['observation.closed'])).toEqual({
      observations: [{ ...first, to: '2026-01-15T12:00:00.000Z' }, second],
    });
  });
  test('what was found, dismissed, answered and overridden', () => {
    expect(changed(every['evidence.added'], every['evidence.added'])).toEqual({
      evidence: [every['evidence.added'].content.evidence, every['evidence.added'].content.evidence],
    });
    const { findingId, ...dismissal } = every['finding.dismissed'].content;
    const other = but('finding.dismissed', { findingId: 'other' });
    expect(changed(every['finding.dismissed'])).toEqual({
      dismissals: new Map([[findingId, { ...dismissal, ...onRecord(2) }]]),
    });
    expect(changed(every['finding.dismissed'], other, every['finding.restored'])).toEqual({
      dismissals: new Map([['other', { ...dismissal, ...onRecord(3) }]]),
    });
    const mention = every['mention.dismissed'];
    expect(changed(mention)).toEqual({ mentionDismissals: [{ ...mention.content, ...onRecord(2) }] });
    expect(changed(mention, every['mention.restored'])).toEqual({});
    const { evidenceId, ...coverage } = every['coverage.stated'].content;
    expect(changed(every['coverage.stated'])).toEqual({
      coverages: new Map([[evidenceId, { ...coverage, ...onRecord(2) }]]),
    });
    expect(changed(every['coverage.stated'], every['coverage.withdrawn'])).toEqual({});
    expect(changed(every['evidence.added'], every['evidence.removed'])).toEqual({
      removedEvidence: [
        { evidence: every['evidence.added'].content.evidence, reason: 'removal reason', ...onRecord(3) },
      ],
    });
    const answer = every['row.answered'];
    const elsewhere = but('row.answered', { row: 'alerts-endpoints' });
    expect(changed(answer, elsewhere)).toEqual({
      answers: [
        { ...answer.content, ...onRecord(2) },
        { ...elsewhere.content, ...onRecord(3) },
      ],
    });
    const { row, ...override } = every['row.overruled'].content;
    expect(changed(every['row.overruled'])).toEqual({
      overrides: new Map([[row, { ...override, ...onRecord(2) }]]),
    });
    // Each is taken back by itself.
    const answers = but('row.restored', { what: 'answers' });
    const kept = changed(answer, elsewhere, every['row.overruled'], answers);
    expect(kept).toEqual({
      answers: [{ ...elsewhere.content, ...onRecord(3) }],
      overrides: new Map([[row, { ...override, ...onRecord(4) }]]),
    });
    expect(changed(answer, every['row.overruled'], every['row.restored'])).toEqual({
      answers: [{ ...answer.content, ...onRecord(2) }],
    });
  });
  test('verdicts, the request and the cutover', () => {
    const { verdict } = every['verdict.reached'].content;
    expect(changed(every['verdict.reached'])).toEqual({ verdicts: [{ verdict, ...onRecord(2) }] });
    const { document } = every['request.drafted'].content;
    const drafted = { state: 'drafted', by: 'Ada', ...onRecord(2) };
    expect(changed(every['request.drafted'])).toEqual({
      request: { document, targetId: 'local', history: [drafted] },
    });
    expect(changed(every['request.drafted'], every['request.sent'], every['request.confirmed'])).toEqual({
      request: {
        document,
        targetId: 'local',
        history: [
          drafted,
          { state: 'sent', by: 'sent by', note: 'sent note', ...onRecord(3) },
          { state: 'confirmed', by: 'confirmed by', note: 'confirmed note', ...onRecord(4) },
        ],
      },
    });
    expect(changed(every['request.sent'], every['request.confirmed'])).toEqual({});
    expect(changed(every['cutover.granted'], every['cutover.granted']).grants).toEqual([
      { ...every['cutover.granted'].content, ...onRecord(2) },
      { ...every['cutover.granted'].content, ...onRecord(3) },
    ]);
    const lists = {
      plans: 'cutover.planned',
      conflictDecisions: 'cutover.conflictDecided',
      comparisons: 'cutover.compared',
      completions: 'cutover.completed',
      rollbacks: 'cutover.rollbackDecided',
      doctorRuns: 'doctor.ran',
    } as const;
    for (const [field, kind] of Object.entries(lists)) {
      expect(changed(every[kind], every[kind])).toEqual({
        [field]: [
          { ...every[kind].content, ...onRecord(2) },
          { ...every[kind].content, ...onRecord(3) },
        ],
      });
    }
    const soak = { ...every['cutover.soakStarted'].content };
    const { observation } = every['cutover.soakObserved'].content;
    expect(
      changed(every['cutover.soakStarted'], every['cutover.soakStarted'], every['cutover.soakObserved']),
    ).toEqual({
      soaks: [
        { ...soak, ...onRecord(2), observations: [] },
        { ...soak, ...onRecord(3), observations: [observation] },
      ],
    });
    const { check, ...content } = every['cutover.checked'].content;
    // When it was looked at counts, not when that was put on record.
    expect(changed(every['cutover.checked'])).toEqual({
      cutoverChecks: [{ ...onRecord(2), ...check, ...content }],
    });
    expect(folded(every['cutover.checked']).cutoverChecks[0]?.at).toBe(at);
    expect(changed(every['cutover.reversed'])).toEqual({
      reversals: [{ ...every['cutover.reversed'].content, ...onRecord(2) }],
    });
  });
});

describe('endpoints and the target', () => {
  test('headers are planned, set and checked by endpoint', () => {
    const [header] = every['headers.set'].content.headers;
    const none = { targetId: 'local', planned: [], set: [], checks: [], changed: 0 };
    const of = (...actions: readonly CaseAction[]) => folded(...actions).headers.get(ids.endpoint);
    expect(of(every['headers.planned'])).toEqual({ ...none, planned: [header], changed: 2 });
    expect(of(every['headers.set'])).toEqual({ ...none, set: [header], changed: 2 });
    expect(of(every['headers.planned'], every['headers.set'])).toEqual({
      ...none,
      planned: [header],
      set: [header],
      changed: 3,
    });
    const renamed = { name: 'x-TEAM', masked: '••2', fingerprint: 'f2' };
    const other = { name: 'Authorization', masked: '••3', fingerprint: 'f3' };
    expect(of(every['headers.set'], but('headers.set', { headers: [other] }))?.set).toEqual([header, other]);
    expect(of(every['headers.set'], but('headers.set', { headers: [renamed] }))?.set).toEqual([renamed]);
    const removing = but('headers.planned', { headers: [other], removed: ['X-TEAM'] });
    expect(of(every['headers.planned'], removing)?.planned).toEqual([other]);
    const { result } = every['headers.checked'].content;
    expect(of(every['headers.checked'])).toEqual({
      ...none,
      checks: [{ ...onRecord(2), ...result, endpoint: 'mark' }],
    });
    const unmarked = { kind: 'headers.checked', content: { targetId: ids.run, result } } as const;
    const checks = of(every['headers.checked'], unmarked);
    expect([checks?.targetId, checks?.checks.length, checks?.changed]).toEqual([ids.run, 2, 0]);
    expect(checks?.checks[1]).not.toHaveProperty('endpoint');
    expect(changed(every['headers.revealed'])).toEqual({});
    expect(changed(every['portalHeader.supplied'])).toEqual({
      portalHeader: { ...every['portalHeader.supplied'].content, ...onRecord(2) },
    });
    expect(changed(every['firewall.checked'])).toEqual({
      firewallChecks: [{ ...every['firewall.checked'].content, ...onRecord(2) }],
    });
  });
  test('what was found on the target', () => {
    expect(changed(every['endpoint.observed'])).toEqual({
      endpoints: new Map([[ids.endpoint, { ...every['endpoint.observed'].content, ...onRecord(2) }]]),
    });
    const known = but('profile.observed', { state: 'known' });
    const removed = { ...known, content: { targetId: 'local', state: 'changed' } } as const;
    expect(changed(known)).toEqual({
      profileHeader: { ...known.content, ...onRecord(2), changed: 0, replaced: 0 },
    });
    expect(changed(known, every['profile.observed'], removed)).toEqual({
      profileHeader: { ...removed.content, ...onRecord(4), changed: 4, replaced: 3 },
    });
    const company = { companyId: ids.company, state: 'deleted' } as const;
    const connection = { companyId: ids.company, connectionId: ids.run, state: 'unlinked' } as const;
    const gone = but('companies.observed', { companies: [company, connection] });
    const record = { targetId: 'local', ...onRecord(2) };
    expect(changed(gone)).toEqual({
      gone: new Map([
        [ids.company, { ...company, ...record }],
        [ids.run, { ...connection, ...record }],
      ]),
    });
    const back = but('companies.observed', { companies: [{ ...connection, state: 'there' }] });
    expect(changed(gone, back)).toEqual({ gone: new Map([[ids.company, { ...company, ...record }]]) });
  });
});

test('a run of a token migration is started, paused, resumed, ended and decided about', () => {
  expect(changed(every['tokens.imported'])).toEqual({
    tokenImports: [{ ...every['tokens.imported'].content, ...onRecord(2) }],
  });
  expect(changed(every['tokens.sampleChecked'])).toEqual({
    sampleChecks: [{ ...every['tokens.sampleChecked'].content, ...onRecord(2) }],
  });
  const started = every['tokens.runStarted'];
  const other = but('tokens.runStarted', { runId: ids.window });
  const running = { started: { ...started.content, ...onRecord(2) }, state: 'running', breaks: [] };
  const beside = { started: { ...other.content, ...onRecord(3) }, state: 'running', breaks: [] };
  const runs = (...actions: readonly CaseAction[]) => folded(started, other, ...actions).tokenRuns;
  expect(runs()).toEqual([running, beside]);
  const paused = { ...every['tokens.runPaused'].content, ...onRecord(4), what: 'paused' };
  const resumed = { ...every['tokens.runResumed'].content, ...onRecord(5), what: 'resumed' };
  expect(runs(every['tokens.runPaused'])).toEqual([
    { ...running, state: 'paused', breaks: [paused] },
    beside,
  ]);
  expect(runs(every['tokens.runPaused'], every['tokens.runResumed'])).toEqual([
    { ...running, breaks: [paused, resumed] },
    beside,
  ]);
  expect(runs(every['tokens.runEnded'])).toEqual([
    { ...running, state: 'cancelled', ended: { ...every['tokens.runEnded'].content, ...onRecord(4) } },
    beside,
  ]);
  expect(runs(every['tokens.duplicatesDecided'])).toEqual([
    { ...running, decision: { ...every['tokens.duplicatesDecided'].content, ...onRecord(4) } },
    beside,
  ]);
});

describe('a managed migration', () => {
  const opened = every['runbook.opened'];
  const book = (...actions: readonly CaseAction[]) => folded(opened, ...actions).runbook;
  const empty = {
    since: onRecord(2),
    form: opened.content,
    details: new Map(),
    syncing: new Map(),
    overrides: new Map(),
    papers: new Map(),
    windowOverrides: [],
    decisions: new Map(),
  };
  test('is opened, with another form later, and by nothing else', () => {
    expect(book()).toEqual(empty);
    const form = { ...opened.content, platformName: 'Wave 2' };
    expect(book(every['runbook.overruled'], { kind: 'runbook.opened', content: form })).toEqual({
      ...empty,
      form,
      overrides: book(every['runbook.overruled'])?.overrides,
    });
    for (const [kind, action] of Object.entries(every)) {
      if (kind.startsWith('runbook.') && kind !== 'runbook.opened') {
        expect([kind, changed(action as CaseAction)]).toEqual([kind, {}]);
      }
    }
    expect(book(every['runbook.detailsRevealed'])).toEqual(empty);
  });
  test('details are supplied and taken away', () => {
    const [appId, secret] = every['runbook.detailsSupplied'].content.fields;
    const record = onRecord(3);
    expect(book(every['runbook.detailsSupplied'])?.details).toEqual(
      new Map([
        ['appId', { ...appId, ...record }],
        ['secret', { ...secret, ...record }],
      ]),
    );
    const removed = but('runbook.detailsSupplied', { fields: [], removed: ['appId'] });
    expect(book(every['runbook.detailsSupplied'], removed)?.details).toEqual(
      new Map([['secret', { ...secret, ...record }]]),
    );
  });
  test('estimates and checks of callbacks replace the ones before', () => {
    expect(book(every['runbook.estimated'])).toEqual({
      ...empty,
      estimate: { ...every['runbook.estimated'].content, ...onRecord(3) },
    });
    expect(book(every['runbook.callbackChecked'])).toEqual({
      ...empty,
      callbackCheck: { ...every['runbook.callbackChecked'].content, ...onRecord(3) },
    });
  });
  test('a window is proposed, agreed and replaced', () => {
    const proposed = {
      ...every['runbook.windowProposed'].content,
      ...onRecord(3),
      agreements: [],
      replaced: 0,
    };
    expect(book(every['runbook.windowProposed'])?.window).toEqual(proposed);
    const { agreement } = every['runbook.windowAgreed'].content;
    const agreed = { ...agreement, ...onRecord(4), at, recorded: onRecord(4).at };
    expect(book(every['runbook.windowProposed'], every['runbook.windowAgreed'])).toEqual({
      ...empty,
      window: { ...proposed, agreements: [agreed] },
    });
    const pointing = but('runbook.windowAgreed', {
      windowId: ids.note,
      agreement: { ...agreement, attachmentId: ids.attachment },
    });
    // Of another window it says nothing, but what it points at is evidence all the same.
    expect(book(every['runbook.windowProposed'], pointing)).toEqual({
      ...empty,
      window: proposed,
      papers: new Map([[ids.attachment, 4]]),
    });
    expect(book(every['runbook.windowAgreed'])).toEqual(empty);
    const again = book(
      every['runbook.windowProposed'],
      every['runbook.windowAgreed'],
      every['runbook.windowProposed'],
    );
    expect(again?.window).toMatchObject({ agreements: [], replaced: 1 });
  });
  test('syncing is confirmed and revoked by company', () => {
    const { refs: _, known, ...said } = every['runbook.syncingConfirmed'].content;
    const record = onRecord(3);
    const confirmed = { ...said, ...record, at: record.at, recorded: record.at };
    expect(book(every['runbook.syncingConfirmed'])).toEqual({
      ...empty,
      syncing: new Map([
        ['a-1', confirmed],
        ['a-2', confirmed],
      ]),
      syncingKnown: { ...known, seq: 3 },
    });
    const earlier = but('runbook.syncingConfirmed', { refs: ['a-3'], at, attachmentId: ids.attachment });
    const after = book(earlier);
    expect(after?.syncing.get('a-3')).toMatchObject({ at, recorded: record.at });
    expect(after?.papers).toEqual(new Map([[ids.attachment, 3]]));
    const revoked = book(every['runbook.syncingConfirmed'], every['runbook.syncingRevoked']);
    expect([...(revoked?.syncing.keys() ?? [])]).toEqual(['a-2']);
    expect(revoked?.syncingKnown).toEqual({ companies: 3, open: 2, seq: 4 });
    const unknown: CaseAction = { kind: 'runbook.syncingRevoked', content: { refs: ['a-2'], reason: 'x' } };
    expect(book(every['runbook.syncingConfirmed'], unknown)?.syncingKnown).toEqual({ ...known, seq: 3 });
  });
  test('a document is handed over and signed off', () => {
    const handover = { ...every['runbook.handedOver'].content, ...onRecord(3), signOffs: [] };
    const papers = new Map([[ids.attachment, 3]]);
    expect(book(every['runbook.handedOver'])).toEqual({ ...empty, papers, handover });
    const { agreement, signature } = every['runbook.signedOff'].content;
    const signed = {
      ...agreement,
      ...onRecord(4),
      at,
      recorded: onRecord(4).at,
      acceptOpen: true,
      signature,
    };
    expect(book(every['runbook.handedOver'], every['runbook.signedOff'])).toEqual({
      ...empty,
      papers,
      handover: { ...handover, signOffs: [signed] },
    });
    // Of another document it says nothing.
    const other = but('runbook.signedOff', {
      digest: 'e'.repeat(64),
      agreement: { ...agreement, attachmentId: ids.note },
    });
    expect(book(every['runbook.handedOver'], other)).toEqual({
      ...empty,
      handover,
      papers: new Map([...papers, [ids.note, 4]]),
    });
    expect(book(every['runbook.signedOff'])).toEqual(empty);
  });
  test('requirements are overridden, and that is withdrawn', () => {
    const { step, ...override } = every['runbook.overruled'].content;
    const other = but('runbook.overruled', { step: 'complete' });
    const both = book(every['runbook.overruled'], other)?.overrides;
    expect(both).toEqual(
      new Map([
        [step, { ...override, ...onRecord(3) }],
        ['complete', { ...override, ...onRecord(4) }],
      ]),
    );
    expect([
      ...(book(every['runbook.overruled'], other, every['runbook.stepRestored'])?.overrides.keys() ?? []),
    ]).toEqual(['complete']);
  });
  test('companies that are not migrated are decided about, by ref or by line, and that is withdrawn', () => {
    const of = (kind: 'failuresAccepted' | 'companiesExcluded', what: string, seq: number) => {
      const { companies, by, reason } = every[`runbook.${kind}`].content;
      return { kind: what, company: companies[0], by, reason, ...onRecord(seq) };
    };
    const both = book(every['runbook.failuresAccepted'], every['runbook.companiesExcluded']);
    expect(both).toEqual({
      ...empty,
      decisions: new Map([
        ['["a-1","pbtz"]', of('failuresAccepted', 'accepted', 3)],
        ['[3,""]', of('companiesExcluded', 'excluded', 4)],
      ]),
      decided: 4,
    });
    const withdrawn = book(
      every['runbook.failuresAccepted'],
      every['runbook.companiesExcluded'],
      every['runbook.decisionsWithdrawn'],
    );
    expect([[...(withdrawn?.decisions.keys() ?? [])], withdrawn?.decided]).toEqual([['[3,""]'], 5]);
    expect(
      book(every['runbook.windowOverridden'], every['runbook.windowOverridden'])?.windowOverrides,
    ).toEqual([
      { ...every['runbook.windowOverridden'].content, ...onRecord(3) },
      { ...every['runbook.windowOverridden'].content, ...onRecord(4) },
    ]);
  });
});

test('companies are excluded and included without a runbook, and one that is opened takes the exclusions over', () => {
  const { companies, by, reason } = every['tokens.excluded'].content;
  const exclusion = { kind: 'excluded', company: companies[0], by, reason, ...onRecord(2) };
  const exclusions = new Map([['["a-1","gbol"]', exclusion]]);
  expect(changed(every['tokens.excluded'])).toEqual({ exclusions });
  expect(changed(every['tokens.excluded'], every['tokens.included'])).toEqual({});
  const { runbook, exclusions: left } = folded(every['tokens.excluded'], every['runbook.opened']);
  expect([runbook?.decisions, left]).toEqual([exclusions, new Map()]);
  // A chain from elsewhere may have them after the runbook.
  const after = folded(every['runbook.opened'], every['tokens.excluded']);
  expect([...(after.runbook?.decisions.keys() ?? [])]).toEqual(['["a-1","gbol"]']);
  expect([after.runbook?.decided, after.exclusions.size]).toEqual([3, 0]);
  const again = folded(every['tokens.excluded'], every['runbook.opened'], every['tokens.included']);
  expect(again.runbook?.decisions.size).toBe(0);
});

test('an approval is asked for, decided, used once, and replaced by one for another plan', () => {
  const asked = every['approval.requested'];
  const id = asked.content.approvalId;
  const of = (...actions: CaseAction[]) => folded(asked, ...actions).approvals.get(id);
  const record = { ...asked.content, ...onRecord(2) };
  expect(of()).toEqual(record);
  const given = { ...every['approval.given'].content, ...onRecord(3) };
  expect(of(every['approval.given'])).toEqual({ ...record, given });
  const used = { ...every['approval.used'].content, ...onRecord(4) };
  expect(of(every['approval.given'], every['approval.used'])).toEqual({ ...record, given, used });
  expect(of(every['approval.refused'])?.refused).toMatchObject({ reason: 'refusal reason', seq: 3 });
  expect(of(every['approval.withdrawn'])?.withdrawn).toMatchObject({ reason: 'withdrawal reason', seq: 3 });
  const other = but('approval.requested', { approvalId: ids.run, replaces: [id, ids.window] });
  expect(of(other)).toEqual({ ...record, replaced: onRecord(3) });
  expect([...folded(asked, other).approvals.keys()]).toEqual([id, ids.run]);
  expect(changed(every['approval.used'])).toEqual({});
});

test('an answer to a form, and which parts of it are on record', () => {
  const { content } = every['exchange.answerReceived'];
  const of = (...actions: CaseAction[]) => folded(...actions).formAnswers.get(content.given.digest);
  expect(folded(every['exchange.formExported']).forms.get(content.given.formId)).toMatchObject({ digest });
  expect(of(every['runbook.opened'], every['runbook.detailsSupplied'])).toBeUndefined();
  expect(of(every['exchange.answerReceived'])).toMatchObject({ name: 'given name', recorded: new Set() });
  const opened = [every['runbook.opened'], every['exchange.answerReceived']];
  expect(of(...opened, every['runbook.detailsSupplied'], every['tokens.imported'])?.recorded).toEqual(
    new Set(['details', 'tokens']),
  );
  expect(of(...opened, but('runbook.detailsSupplied', { given: undefined }))?.recorded).toEqual(new Set());
});
