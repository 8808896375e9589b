import { randomUUID } from 'node:crypto';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import type { Finding, FindingPlace } from '#contract/eligibility.ts';
import { ReportDocument, reportKinds } from '#contract/report.ts';
import { companyNumber, putRun, unsent } from '#test/support/run-on-record.ts';
import { expectInOrder, toldOf } from './told.ts';

const at = '2026-03-02T10:00:00.000Z';
const windowId = randomUUID();

const findingIn = (place: FindingPlace): Finding => ({
  id: '0123456789abcdef',
  row: 'alerts-endpoints',
  kind: 'alerts-call',
  weak: false,
  confidence: 'high',
  place,
  why: 'A call of an alerts endpoint.',
});
const evidence = (findings: Finding[]): CaseAction => ({
  kind: 'evidence.added',
  content: {
    evidence: {
      id: randomUUID(),
      collector: 'source',
      scope: 'app',
      at,
      origin: 'folder acme-app',
      digest: 'c'.repeat(64),
      read: { files: 12, languages: ['Ruby'], skipped: [], skippedCount: 2 },
      rows: [{ row: 'alerts-endpoints', says: 'present', because: '12 files were read.' }],
      findings,
      findingCount: findings.length,
    },
  },
});

const webhooks: readonly CaseAction[] = [
  evidence([
    findingIn({ kind: 'source', file: 'lib/alerts.rb', line: 42, excerpt: 'get "/rules/alerts"' }),
    {
      ...findingIn({ kind: 'request', method: 'GET', path: '/rules/alerts', first: at, last: at, count: 3 }),
      id: 'f'.repeat(16),
    },
  ]),
  {
    kind: 'row.answered',
    content: { row: 'auth-header-portal', state: 'absent', by: 'Jo', note: 'Looked it up.' },
  },
  {
    kind: 'row.overruled',
    content: { row: 'email-notifications', state: 'absent', by: 'Sam', reason: 'Switched off.' },
  },
  {
    kind: 'finding.dismissed',
    content: { findingId: 'f'.repeat(16), row: 'alerts-endpoints', reason: 'A health check.' },
  },
];

const field = { label: 'Secret', required: true, pattern: '.+', example: 'x', help: 'h' };
const managed: readonly CaseAction[] = [
  {
    kind: 'runbook.opened',
    content: {
      platformKey: 'qhyg',
      platformName: 'QuickBooks Online',
      fields: [{ ...field, name: 'clientSecret', secret: true }],
      companyFields: [],
    },
  },
  {
    kind: 'runbook.detailsSupplied',
    content: { fields: [{ name: 'clientSecret', masked: '••••7B2', fingerprint: 'ff' }], removed: [] },
  },
  {
    kind: 'runbook.estimated',
    content: { companies: 3, byPlatform: { qhyg: 3 }, likelyMs: 60_000, worstMs: 90_000, how: ['Guessed.'] },
  },
  {
    kind: 'runbook.windowProposed',
    content: {
      id: windowId,
      start: '2026-03-28T22:00:00.000Z',
      end: '2026-03-29T03:00:00.000Z',
      zone: 'Europe/Berlin',
    },
  },
  {
    kind: 'runbook.windowAgreed',
    content: { windowId, agreement: { party: 'integrator', name: 'Jo', at, quote: 'Fine with us.' } },
  },
  {
    kind: 'runbook.syncingConfirmed',
    content: { refs: ['customer-0'], by: 'Jo', how: 'hand', quote: 'It is off.' },
  },
  { kind: 'runbook.overruled', content: { step: 'disable-syncing', by: 'Sam', reason: 'No time.' } },
  {
    kind: 'runbook.windowOverridden',
    content: { runId: windowId, kind: 'pilot', windowId, reason: 'They cannot wait.' },
  },
  {
    kind: 'runbook.failuresAccepted',
    content: {
      companies: [{ ref: 'customer-1', line: 3, platformKey: 'pbtz', seen: 'failed token-replaced verify' }],
      by: 'Sam',
      reason: 'They link again.',
    },
  },
  {
    kind: 'runbook.companiesExcluded',
    content: { companies: [{ line: 9, seen: 'invalid' }], by: 'Ada', reason: 'Sold.' },
  },
];

test('eligibility: the nine rows, what each stands on, and what people said about it', async () => {
  const { told } = await toldOf(webhooks);
  const text = await told('eligibility');
  expectInOrder(
    text,
    'Blocked: 1 check failed. Calls to the alerts endpoints: found',
    '## The nine checks',
    '| Calls to the alerts endpoints<br>must not be found | found<br>blocker | evidence |',
    '## To do',
    'Remove every call to the alerts endpoints',
    '### Email notifications',
    'Overridden by Sam: not found',
    'Switched off.',
    '### Calls to the alerts endpoints',
    '`lib/alerts.rb:42`',
    '### Auth header set in the portal',
    'Looked it up.',
    'Answered: not found, by Jo',
    '## Evidence',
    'c'.repeat(64),
    '## Dismissed findings',
    'A health check.',
    '## Migration request',
  );
});

test('managed: six steps with what holds them up, who overruled what and why, and what came of it', async () => {
  const { cases, id, told } = await toldOf(managed);
  const dead = { state: 'failed', cause: 'token-replaced', connectionStatus: 'Deauthorized' } as const;
  await putRun(cases, id, {
    companies: [companyNumber(0), companyNumber(1, dead), unsent(2, { held: 'Step 4.' })],
  });
  const text = await told('managed');
  expectInOrder(
    text,
    'Overridden: step 4, "Disable data syncing". Next: step 2, "Schedule the migration" \\(integrator and support\\).',
    '## The six steps',
    '| 1 | Supply migration and platform details | Integrator | done |',
    '| 4 | Disable data syncing | Integrator | overridden |',
    '### Step 2: Schedule the migration',
    'not agreed by support',
    'Window: 2026-03-28 23:00 +01:00 to 2026-03-29 05:00 +02:00',
    '### Step 4: Disable data syncing',
    'Requirement not met, overridden by Sam',
    'No time.',
    'the connection becomes Deauthorized. Affected: 1 company',
    '| customer-1<br>Company 1 | failed | Deauthorized<br>',
    'not confirmed',
    '## Details supplied',
    '••••7B2',
    '## Estimate and migration window',
    '| UTC | 2026-03-28 22:00 | 2026-03-29 03:00 |',
    'Fine with us.',
    '| pilot | They cannot wait. | Ada |',
    '## Disabled syncing',
    'It is off.',
    '## Handover',
    '| customer-1 | Failure accepted<br>failed token-replaced verify | They link again. | Sam |',
    '| line 9 | Excluded<br>invalid | Sold. | Ada |',
  );
});

test('managed: what holds a confirmation up, and each that was taken back, with why', async () => {
  const { cases, id, told } = await toldOf(managed);
  const content = Buffer.from('It is off.').toString('base64');
  const { attachments } = await cases.attach(id, { name: 'mail.txt', content }, 'Ada');
  const attachmentId = attachments[0]?.id as string;
  await cases.act(id, 'Ada', {
    kind: 'runbook.syncingConfirmed',
    content: { refs: ['customer-1', 'customer-2'], by: 'Jo', how: 'hand', attachmentId },
  });
  await cases.act(id, 'Ada', {
    kind: 'runbook.syncingRevoked',
    content: { refs: ['customer-0', 'customer-2'], reason: 'It was switched on again.' },
  });
  await putRun(cases, id, { companies: [companyNumber(0), companyNumber(1)] });
  const document = JSON.parse(await told('managed', 'json')) as ReportDocument;
  const rowsOf = (table: string) =>
    document.sections
      .flatMap(({ blocks }) => blocks)
      .flatMap((block) => (block.block === 'table' && block.id === table ? block.rows : []));
  expect(rowsOf('syncing')).toMatchObject([
    { ref: 'customer-0', state: 'not confirmed' },
    { ref: 'customer-1', state: 'confirmed', attachment: 'mail.txt', attachmentId },
  ]);
  const revoked = { reason: 'It was switched on again.', actor: 'Ada', seq: expect.any(Number) };
  expect(rowsOf('syncing-revoked')).toEqual([
    { ref: 'customer-0', name: 'Company 0', at: expect.any(String), ...revoked },
    { ref: 'customer-2', at: expect.any(String), ...revoked },
  ]);
});

test('managed: step 6 and who has signed off, with what was signed outside and by its digest', async () => {
  const { cases, id, told } = await toldOf(managed);
  const rowsOf = async (of: string) =>
    (JSON.parse(await told('managed', 'json')) as ReportDocument).sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.block === 'table' && block.id === of ? block.rows : [])),
    );
  expectInOrder(
    await told('managed'),
    '## Handover',
    'No handover document, so neither party has signed off.',
    'Step 6',
  );
  const attach = async (name: string) => {
    const content = Buffer.from(name).toString('base64');
    return (await cases.attach(id, { name, content }, 'Ada')).attachments.at(-1) as {
      id: string;
      digest: string;
    };
  };
  const document = await attach('handover.md');
  const counts = { done: 1, failed: 0, notMigrated: 0, accepted: 0, excluded: 0 };
  await cases.act(id, 'Ada', {
    kind: 'runbook.handedOver',
    content: { attachmentId: document.id, digest: document.digest, chainDigest: 'c'.repeat(64), ...counts },
  });
  const signed = await attach('signed.pdf');
  const agreement = { party: 'integrator', name: 'Kim', at, attachmentId: signed.id } as const;
  await cases.act(id, 'Ada', { kind: 'runbook.signedOff', content: { digest: document.digest, agreement } });
  expect(await rowsOf('signatures')).toEqual([
    {
      ...{
        party: 'integrator',
        state: 'signed off',
        name: 'Kim',
        at,
        actor: 'Ada',
        recorded: expect.any(String),
      },
      ...{ attachment: 'signed.pdf', attachmentId: signed.id, sha256: signed.digest },
      check: 'made outside, not checked by Carryover',
    },
    { party: 'support', state: 'not signed off' },
  ]);
  // The report says what is on record of it, and checks nothing again.
  for (const [signature, check] of [
    [
      { state: 'verified', keyId: 'F00D0123456789AB', fingerprint: 'd'.repeat(64) },
      { check: 'made outside, verified: minisign key F00D0123456789AB', key: 'd'.repeat(64) },
    ],
    [
      { state: 'not-verified', why: 'no-key' },
      { check: 'made outside and kept, not verified: no public key was given' },
    ],
    [
      { state: 'not-verified', why: 'other-format' },
      { check: 'made outside and kept, not verified: no minisign signature' },
    ],
  ] as const) {
    const content = { digest: document.digest, agreement, signature };
    await cases.act(id, 'Ada', { kind: 'runbook.signedOff', content });
    expect((await rowsOf('signatures')).at(-2)).toMatchObject(check);
  }
});

test('managed: a case without a runbook says so', async () => {
  const { told } = await toldOf([]);
  expect(await told('managed')).toContain('Platforms without a standard process');
});

test('case: who, how far, and the whole chain in words', async () => {
  const contact = { id: randomUUID(), name: 'Jo', party: 'integrator', email: 'jo@acme.example' } as const;
  const { cases, id, told } = await toldOf([
    { kind: 'contact.added', content: { contact } },
    { kind: 'note.added', content: { id: randomUUID(), text: 'Their release\nis on Thursday.' } },
    ...webhooks,
    ...managed,
  ]);
  await putRun(cases, id, { companies: [companyNumber(0)], breaks: true });
  const text = await told('case');
  expectInOrder(
    text,
    '| Check whether the integrator can migrate | webhooks | Support | open |',
    '`jo@acme.example`',
    '## Eligibility summary',
    '## Token migration summary',
    'Companies: **1** · Migrated: **1**',
    '## Managed migration summary',
    'Their release  \n> is on Thursday.',
    '## Timeline',
    'Created the case "acme" of acme.',
    'Jo answered "Auth header set in the portal": not found. Looked it up.',
    'Sam overrode the requirement of "Disable data syncing". Reason: No time.',
    'Overrode the agreed window for a pilot. Reason: They cannot wait.',
    'Sam accepted the failure of customer-1. Reason: They link again.',
    'Ada excluded line 9 from the migration. Reason: Sold.',
    'Paused the run: Ctrl-C.',
    'The run ended: 1 migrated, 0 failed.',
  );
  const { revision } = await cases.state(id);
  expect(text.match(/^\| \d+ \| 20/gm)).toHaveLength(revision);
});

test('every kind is a document by the schema', async () => {
  const { cases, id, told } = await toldOf([...webhooks, ...managed]);
  await putRun(cases, id, { kind: 'rehearsal', companies: [companyNumber(0, { behaviour: 'good' })] });
  await putRun(cases, id, { companies: [companyNumber(0)] });
  for (const kind of reportKinds) {
    const document = JSON.parse(await told(kind, 'json')) as ReportDocument;
    expect([...Value.Errors(ReportDocument, document)].slice(0, 3)).toEqual([]);
    const ids = document.sections.map((section) => section.id);
    expect(new Set(ids).size).toBe(ids.length);
    const tables = document.sections.flatMap(({ blocks }) => blocks.filter(({ block }) => block === 'table'));
    expect(tables).toContainEqual(expect.objectContaining({ id: document.table }));
  }
});
