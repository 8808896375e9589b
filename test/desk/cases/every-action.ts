import type { ApprovalPlan } from '#contract/approvals.ts';
import type { CaseAction, CaseActionOf } from '#contract/case.ts';
import { fold } from '#desk/cases/fold.ts';
import type { CaseState } from '#desk/cases/state.ts';

/** One action of every kind, with each text that a person may have written in it; the texts say their place. */

export const ids = {
  contact: '11111111-1111-4111-8111-111111111111',
  note: '22222222-2222-4222-8222-222222222222',
  attachment: '33333333-3333-4333-8333-333333333333',
  observation: '44444444-4444-4444-8444-444444444444',
  run: '55555555-5555-4555-8555-555555555555',
  window: '66666666-6666-4666-8666-666666666666',
  endpoint: '77777777-7777-4777-8777-777777777777',
  company: '88888888-8888-4888-8888-888888888888',
  evidence: '99999999-9999-4999-8999-999999999999',
} as const;
export const at = '2026-01-15T09:00:00.000Z';
export const digest = 'd'.repeat(64);
const ledger = { entries: 3, digest };
const counts = { rows: 4, ready: 0, running: 0, syncing: 0, done: 3, failed: 1, undone: 0 };
const agreement = { party: 'integrator', name: 'agreement name', at, quote: 'agreement quote' } as const;
const given = {
  formId: '12121212-1212-4212-8212-121212121212',
  digest,
  name: 'given name',
  role: 'given role',
} as const;
const approvalPlan = {
  kind: 'cutover.apply' as const,
  caseId: '88888888-8888-4888-8888-888888888888',
  subject: '',
  target: { id: 'local', name: 'local' },
  facts: [{ label: 'fact label', value: 'fact value' }],
  lists: [{ label: 'list label', count: 1, lines: ['list line'] }],
} satisfies ApprovalPlan;
const action = { row: 'rule-id', responsible: 'integrator', blocking: true, what: 'action what' } as const;
const finding = {
  id: '0123456789abcdef',
  row: 'rule-id',
  kind: 'rule-id-use',
  weak: false,
  confidence: 'high',
  why: 'finding why',
} as const;

export const every: { readonly [K in CaseAction['kind']]: CaseActionOf<K> } = {
  'case.opened': {
    kind: 'case.opened',
    content: {
      name: 'case name',
      integrator: 'case integrator',
      parts: ['webhooks', 'tokens'],
      targetId: 'local',
      clientId: ids.company,
      steps: [
        { id: 'one', part: 'webhooks', title: 'One', responsible: 'support', note: 'step note' },
        { id: 'two', part: 'tokens', title: 'Two', responsible: 'both' },
      ],
    },
  },
  'case.changed': {
    kind: 'case.changed',
    content: {
      changes: { name: 'new name', integrator: 'new integrator', targetId: ids.endpoint, parts: ['tokens'] },
    },
  },
  'case.closed': { kind: 'case.closed', content: { reason: 'closed reason' } },
  'case.reopened': { kind: 'case.reopened', content: { reason: 'reopened reason' } },
  'case.archived': { kind: 'case.archived', content: {} },
  'contact.added': {
    kind: 'contact.added',
    content: {
      contact: {
        id: ids.contact,
        name: 'contact name',
        party: 'integrator',
        role: 'contact role',
        email: 'contact@acme.example',
        phone: 'contact phone',
      },
    },
  },
  'contact.changed': {
    kind: 'contact.changed',
    content: { contact: { id: ids.contact, name: 'changed name', party: 'support', role: 'changed role' } },
  },
  'contact.removed': { kind: 'contact.removed', content: { id: ids.contact } },
  'note.added': { kind: 'note.added', content: { id: ids.note, text: 'note text' } },
  'note.changed': { kind: 'note.changed', content: { id: ids.note, text: 'changed text' } },
  'note.removed': { kind: 'note.removed', content: { id: ids.note } },
  'attachment.added': {
    kind: 'attachment.added',
    content: {
      attachment: {
        id: ids.attachment,
        digest,
        name: 'attachment name',
        size: 8,
        secret: false,
        note: 'attachment note',
      },
    },
  },
  'attachment.removed': { kind: 'attachment.removed', content: { id: ids.attachment } },
  'step.added': {
    kind: 'step.added',
    content: {
      step: { id: 'three', part: 'tokens', title: 'Three', responsible: 'provider', note: 'added note' },
    },
  },
  'step.changed': {
    kind: 'step.changed',
    content: { id: 'one', state: 'done', note: 'moved note', reason: 'moved reason' },
  },
  'evidence.added': {
    kind: 'evidence.added',
    content: {
      evidence: {
        id: ids.evidence,
        collector: 'source',
        scope: 'app',
        at,
        origin: 'evidence origin',
        read: { files: 1, skipped: [], skippedCount: 0 },
        rows: [{ row: 'rule-id', says: 'present', because: 'row because' }],
        findings: [
          {
            ...finding,
            place: { kind: 'source', file: 'hooks.js', line: 14, excerpt: 'place excerpt' },
          },
          {
            ...finding,
            place: {
              kind: 'request',
              method: 'GET',
              path: '/rules/alerts',
              first: at,
              last: at,
              count: 1,
              caller: 'place caller',
              log: 'place log',
            },
          },
          { ...finding, place: { kind: 'resource', resource: 'rule', text: 'place text' } },
        ],
        findingCount: 3,
      },
    },
  },
  'observation.opened': {
    kind: 'observation.opened',
    content: {
      id: ids.observation,
      name: 'observation name',
      caller: 'observation caller',
      from: at,
      desk: 'desk',
      lastRequestId: 'r-1',
    },
  },
  'observation.seen': {
    kind: 'observation.seen',
    content: {
      id: ids.observation,
      until: '2026-01-15T10:00:00.000Z',
      calls: [{ method: 'GET', path: '/rules/alerts', first: at, last: at, count: 2, caller: 'seen caller' }],
      otherCalls: 5,
      lastRequestId: 'r-2',
    },
  },
  'observation.resumed': {
    kind: 'observation.resumed',
    content: { id: ids.observation, at: '2026-01-15T11:00:00.000Z', unwatchedMs: 700 },
  },
  'observation.closed': {
    kind: 'observation.closed',
    content: { id: ids.observation, to: '2026-01-15T12:00:00.000Z' },
  },
  'finding.dismissed': {
    kind: 'finding.dismissed',
    content: { findingId: finding.id, row: 'rule-id', reason: 'dismissed reason' },
  },
  'finding.restored': { kind: 'finding.restored', content: { findingId: finding.id } },
  'mention.dismissed': {
    kind: 'mention.dismissed',
    content: { ids: ['fedcba9876543210'], group: { scope: 'mention scope' }, reason: 'mention reason' },
  },
  'mention.restored': { kind: 'mention.restored', content: { ids: ['fedcba9876543210'] } },
  'evidence.removed': {
    kind: 'evidence.removed',
    content: { evidenceId: ids.evidence, reason: 'removal reason' },
  },
  'coverage.stated': {
    kind: 'coverage.stated',
    content: { evidenceId: ids.evidence, coverage: 'coverage text', by: 'coverage by', confirmed: true },
  },
  'coverage.withdrawn': {
    kind: 'coverage.withdrawn',
    content: { evidenceId: ids.evidence, reason: 'withdrawal reason' },
  },
  'row.answered': {
    kind: 'row.answered',
    content: { row: 'rule-id', state: 'absent', by: 'answer by', note: 'answer note' },
  },
  'row.overruled': {
    kind: 'row.overruled',
    content: { row: 'rule-id', state: 'absent', by: 'override by', reason: 'override reason' },
  },
  'row.restored': { kind: 'row.restored', content: { row: 'rule-id' } },
  'verdict.reached': {
    kind: 'verdict.reached',
    content: {
      verdict: {
        state: 'blocked',
        rows: [
          {
            row: 'rule-id',
            state: 'present',
            blocks: true,
            because: ['verdict because'],
            source: 'evidence',
            evidence: [],
            findings: [],
          },
        ],
        actions: [action],
      },
    },
  },
  'request.drafted': {
    kind: 'request.drafted',
    content: {
      document: {
        title: 'document title',
        caseId: ids.company,
        integrator: 'document integrator',
        drafted: at,
        chainDigest: digest,
        rows: [{ row: 'rule-id', state: 'absent', because: ['document because'] }],
        evidence: [{ id: ids.evidence, collector: 'source', origin: 'document origin', at, digest }],
        carryOver: ['document carry-over'],
        actions: [action],
        ipAddresses: ['4.159.114.108'],
      },
    },
  },
  'request.sent': { kind: 'request.sent', content: { by: 'sent by', note: 'sent note' } },
  'request.confirmed': { kind: 'request.confirmed', content: { by: 'confirmed by', note: 'confirmed note' } },
  'cutover.planned': {
    kind: 'cutover.planned',
    content: {
      targetId: 'local',
      digest,
      plan: {
        version: 1,
        caseId: ids.company,
        integrator: 'plan integrator',
        targetId: 'local',
        snapshot: {
          rules: [{ id: ids.run, type: 'Sync Completed', emails: ['snapshot@example.com'] }],
          webhooks: [],
        },
        conflicts: [{ header: 'Authorization', values: [], use: 'portal', by: 'plan by' }],
        endpoints: [],
        rules: [
          {
            ruleId: ids.run,
            type: 'Sync Completed',
            emails: ['rule@example.com'],
            eventTypes: ['expenses.sync.successful'],
            conditionsLost: [],
            dropped: [],
            renamed: [],
          },
        ],
        tasks: [{ id: 'drop-rule-id', title: 'Task', why: 'Why', uses: ['task use'] }],
      },
      by: 'frozen by',
    },
  },
  'cutover.conflictDecided': {
    kind: 'cutover.conflictDecided',
    content: {
      targetId: 'local',
      header: 'Authorization',
      use: 'portal',
      by: 'conflict by',
      marks: ['a', 'b'],
    },
  },
  'cutover.compared': {
    kind: 'cutover.compared',
    content: {
      targetId: 'local',
      source: 'rehearsal',
      planDigest: digest,
      report: {
        verdict: 'holds',
        why: [],
        occurrences: { both: 1, legacyOnly: 0, newOnly: 0, twice: 0 },
        conditionLost: 0,
        differences: [],
        findings: [],
        matrix: [],
        requests: { legacy: 1, new: 1, unreadable: 0 },
      },
    },
  },
  'cutover.soakStarted': {
    kind: 'cutover.soakStarted',
    content: { targetId: 'local', until: at, by: 'soak by', note: 'soak note' },
  },
  'cutover.soakObserved': {
    kind: 'cutover.soakObserved',
    content: { targetId: 'local', observation: { at, endpoints: [], problems: [] } },
  },
  'cutover.completed': {
    kind: 'cutover.completed',
    content: { targetId: 'local', by: 'completed by', note: 'completed note' },
  },
  'cutover.rollbackDecided': {
    kind: 'cutover.rollbackDecided',
    content: {
      targetId: 'local',
      by: 'rollback by',
      reason: 'rollback reason',
      digest,
      webhookIds: [ids.endpoint],
    },
  },
  'doctor.ran': {
    kind: 'doctor.ran',
    content: {
      result: { url: 'https://hooks.example/', at, requests: 1, checks: [], verdict: 'undetermined' },
    },
  },
  'cutover.granted': {
    kind: 'cutover.granted',
    content: { targetId: 'local', result: { at, endpoints: [], notCarried: [], carriedHeaders: [] } },
  },
  'cutover.checked': {
    kind: 'cutover.checked',
    content: {
      targetId: 'local',
      check: { at, done: true, expectations: [] },
      planDigest: 'c'.repeat(64),
      endpoints: [{ webhookId: ids.endpoint, endpoint: 'mark' }],
    },
  },
  'cutover.reversed': { kind: 'cutover.reversed', content: { targetId: 'local', how: 'undone' } },
  'endpoint.observed': {
    kind: 'endpoint.observed',
    content: { targetId: 'local', webhookId: ids.endpoint, state: 'changed', endpoint: 'mark' },
  },
  'profile.observed': {
    kind: 'profile.observed',
    content: { targetId: 'local', state: 'changed', authHeader: 'mark' },
  },
  'companies.observed': {
    kind: 'companies.observed',
    content: { targetId: 'local', companies: [{ companyId: ids.company, state: 'deleted' }] },
  },
  'portalHeader.supplied': {
    kind: 'portalHeader.supplied',
    content: { by: 'portal by', masked: '••1', equalsProfile: false },
  },
  'headers.planned': {
    kind: 'headers.planned',
    content: {
      targetId: 'local',
      webhookId: ids.endpoint,
      headers: [{ name: 'X-Team', masked: '••1', fingerprint: 'f1' }],
      removed: [],
    },
  },
  'headers.set': {
    kind: 'headers.set',
    content: {
      targetId: 'local',
      webhookId: ids.endpoint,
      headers: [{ name: 'X-Team', masked: '••1', fingerprint: 'f1' }],
      removed: [],
    },
  },
  'headers.revealed': {
    kind: 'headers.revealed',
    content: { targetId: 'local', webhookId: ids.endpoint, names: ['X-Team'] },
  },
  'headers.checked': {
    kind: 'headers.checked',
    content: {
      targetId: 'local',
      result: { at, webhookId: ids.endpoint, by: 'test-event', passed: true, headers: [], advice: [] },
      endpoint: 'mark',
    },
  },
  'mail.templateChanged': {
    kind: 'mail.templateChanged',
    content: {
      mail: 'intake',
      language: 'en',
      template: { subject: 'template subject', text: 'template text' },
    },
  },
  'mail.written': {
    kind: 'mail.written',
    content: {
      id: ids.endpoint,
      mail: 'intake',
      language: 'en',
      form: 'eml',
      to: [{ name: 'mail recipient', email: 'recipient@mail.example' }],
      subject: 'mail subject',
      text: 'mail text',
      digest,
      attachments: [{ name: 'report', file: 'acme-case-1.html', digest }],
    },
  },
  'mail.sent': { kind: 'mail.sent', content: { id: ids.endpoint, by: 'mail sender', note: 'mail note' } },
  'firewall.checked': {
    kind: 'firewall.checked',
    content: {
      webhookId: ids.endpoint,
      result: {
        at,
        name: 'firewall name',
        digest,
        format: 'cidr',
        port: 443,
        answers: [],
        remarks: [{ line: 1, text: 'firewall remark' }],
        advice: [],
      },
    },
  },
  'tokens.imported': {
    kind: 'tokens.imported',
    content: {
      importId: ids.run,
      name: 'import name',
      format: 'csv',
      fingerprint: 'f',
      rows: 3,
      ready: 2,
      invalid: 1,
      replaced: 0,
      unchanged: 0,
      byPlatform: {},
      given,
    },
  },
  'tokens.runStarted': {
    kind: 'tokens.runStarted',
    content: {
      runId: ids.run,
      kind: 'pilot',
      targetId: 'local',
      targetName: 'local',
      rows: 4,
      options: {},
      ledger,
    },
  },
  'tokens.runPaused': {
    kind: 'tokens.runPaused',
    content: { runId: ids.run, why: 'paused why', counts, ledger },
  },
  'tokens.runResumed': { kind: 'tokens.runResumed', content: { runId: ids.run, after: 'paused', ledger } },
  'tokens.thresholdsChanged': {
    kind: 'tokens.thresholdsChanged',
    content: { runId: ids.run, from: { failedPercent: 10 }, to: { consecutive: 5 } },
  },
  'tokens.runEnded': {
    kind: 'tokens.runEnded',
    content: {
      runId: ids.run,
      state: 'cancelled',
      counts,
      failures: {},
      calls: {},
      duplicates: 0,
      ledger,
      results: ids.attachment,
    },
  },
  'tokens.duplicatesDecided': {
    kind: 'tokens.duplicatesDecided',
    content: {
      runId: ids.run,
      decision: 'keep',
      reason: 'decided reason',
      removed: [],
      removedCount: 0,
      left: [],
      leftCount: 0,
    },
  },
  'tokens.sampleChecked': {
    kind: 'tokens.sampleChecked',
    content: {
      ...{ runId: ids.run, targetId: 'local', targetName: 'local', seed: 'sample seed', of: 3 },
      rows: [
        {
          ...{ ref: 'a-1', platformKey: 'gbol', companyId: ids.company, connectionId: ids.endpoint },
          ...{ outcome: 'differs', details: ['sample detail'] },
        },
      ],
    },
  },
  'runbook.opened': {
    kind: 'runbook.opened',
    content: { platformKey: 'pbtz', platformName: 'Wave', fields: [], companyFields: [] },
  },
  'runbook.detailsSupplied': {
    kind: 'runbook.detailsSupplied',
    content: {
      fields: [
        { name: 'appId', value: 'detail value' },
        { name: 'secret', masked: 'detail masked' },
      ],
      removed: [],
      given,
    },
  },
  'runbook.detailsRevealed': { kind: 'runbook.detailsRevealed', content: { names: ['secret'] } },
  'runbook.estimated': {
    kind: 'runbook.estimated',
    content: { companies: 3, byPlatform: {}, likelyMs: 1, worstMs: 2, how: [] },
  },
  'runbook.windowProposed': {
    kind: 'runbook.windowProposed',
    content: { id: ids.window, start: at, end: '2026-01-15T12:00:00.000Z', zone: 'Europe/Berlin', given },
  },
  'runbook.windowAgreed': {
    kind: 'runbook.windowAgreed',
    content: { windowId: ids.window, agreement, given },
  },
  'runbook.callbackChecked': {
    kind: 'runbook.callbackChecked',
    content: { targetId: 'local', callbackUrl: 'https://a.example/', found: true, urls: 1, near: [], given },
  },
  'runbook.syncingConfirmed': {
    kind: 'runbook.syncingConfirmed',
    content: {
      refs: ['a-1', 'a-2'],
      by: 'syncing by',
      how: 'list',
      quote: 'syncing quote',
      list: { name: 'syncing list', digest },
      known: { companies: 3, open: 1 },
      given,
    },
  },
  'runbook.syncingRevoked': {
    kind: 'runbook.syncingRevoked',
    content: { refs: ['a-1'], reason: 'revoked reason', known: { companies: 3, open: 2 } },
  },
  'runbook.handedOver': {
    kind: 'runbook.handedOver',
    content: { attachmentId: ids.attachment, digest, chainDigest: digest, done: 3, failed: 0 },
  },
  'runbook.signedOff': {
    kind: 'runbook.signedOff',
    content: {
      ...{ digest, agreement, acceptOpen: true },
      signature: { state: 'verified', keyId: 'F00D0123456789AB', fingerprint: digest },
    },
  },
  'runbook.overruled': {
    kind: 'runbook.overruled',
    content: { step: 'schedule', by: 'requirement by', reason: 'requirement reason' },
  },
  'runbook.stepRestored': { kind: 'runbook.stepRestored', content: { step: 'schedule' } },
  'runbook.windowOverridden': {
    kind: 'runbook.windowOverridden',
    content: { runId: ids.run, kind: 'run', windowId: ids.window, reason: 'window reason' },
  },
  'runbook.failuresAccepted': {
    kind: 'runbook.failuresAccepted',
    content: {
      companies: [{ ref: 'a-1', line: 2, platformKey: 'pbtz', seen: 'failed' }],
      by: 'accepted by',
      reason: 'accepted reason',
    },
  },
  'runbook.companiesExcluded': {
    kind: 'runbook.companiesExcluded',
    content: { companies: [{ line: 3, seen: 'invalid' }], by: 'excluded by', reason: 'excluded reason' },
  },
  'runbook.decisionsWithdrawn': {
    kind: 'runbook.decisionsWithdrawn',
    content: { companies: [{ ref: 'a-1', line: 9, platformKey: 'pbtz' }], reason: 'withdrawn reason' },
  },
  'tokens.excluded': {
    kind: 'tokens.excluded',
    content: {
      companies: [{ ref: 'a-1', line: 2, platformKey: 'gbol', seen: 'ready' }],
      by: 'approved by',
      reason: 'left out reason',
    },
  },
  'tokens.included': {
    kind: 'tokens.included',
    content: { companies: [{ ref: 'a-1', line: 9, platformKey: 'gbol' }], reason: 'included reason' },
  },
  'exchange.formExported': {
    kind: 'exchange.formExported',
    content: { formId: given.formId, digest, recipient: 'age1recipient' },
  },
  'exchange.answerReceived': {
    kind: 'exchange.answerReceived',
    content: { given, answered: at, parts: ['details'], list: { name: 'answer list', digest, rows: 2 } },
  },
  'approval.requested': {
    kind: 'approval.requested',
    content: { approvalId: ids.note, plan: approvalPlan, digest, requesterId: ids.contact, replaces: [] },
  },
  'approval.given': {
    kind: 'approval.given',
    content: {
      ...{ approvalId: ids.note, digest, approverId: ids.window, signedAt: at, expires: at },
      ...{ publicKey: `${'A'.repeat(43)}=`, signature: `${'A'.repeat(86)}==` },
    },
  },
  'approval.refused': {
    kind: 'approval.refused',
    content: { approvalId: ids.note, reason: 'refusal reason' },
  },
  'approval.withdrawn': {
    kind: 'approval.withdrawn',
    content: { approvalId: ids.note, reason: 'withdrawal reason' },
  },
  'approval.used': { kind: 'approval.used', content: { approvalId: ids.note, digest } },
  'content.erased': {
    kind: 'content.erased',
    content: {
      entries: [{ seq: 2, digest, remains: digest }],
      attachments: [digest],
      reason: 'erased reason',
    },
  },
};

/** The case after these actions, each by Ada and an hour after the one before it; the first opens it. */
export const folded = (...actions: readonly CaseAction[]): CaseState => {
  let state: CaseState | undefined;
  for (const [index, one] of [every['case.opened'], ...actions].entries()) {
    const hour = String(index).padStart(2, '0');
    const record = { seq: index + 1, at: `2026-02-01T${hour}:00:00.000Z`, actor: 'Ada' };
    state = fold(ids.company, state, { ...record, action: one, digest: `digest ${index + 1}` });
  }
  return state as CaseState;
};
/** What the entry at this place adds to a content. */
export const onRecord = (seq: number) => ({
  seq,
  at: `2026-02-01T${String(seq - 1).padStart(2, '0')}:00:00.000Z`,
  actor: 'Ada',
});

/** Another action of the same kind, with some of its content changed. */
export const but = <K extends CaseAction['kind']>(
  kind: K,
  change: Partial<CaseActionOf<K>['content']>,
): CaseActionOf<K> =>
  ({ kind, content: { ...every[kind].content, ...change } }) as unknown as CaseActionOf<K>;
