import { describe, expect, test } from 'vitest';
import type { MigrationRequest } from '#contract/eligibility.ts';
import { type RuleType, ruleTypes } from '#contract/legacy.ts';
import { eventTypesOfRule } from '#contract/rule-events.ts';
import { definitionOf } from '#desk/eligibility/check-definitions.ts';
import { recipesFor } from '#desk/eligibility/recipes.ts';
import { requestMarkdown } from '#desk/eligibility/request-markdown.ts';
import type { ConfiguredRule } from '#desk/targets/configuration-shapes.ts';
import { caseId, uuid } from './case-in-memory.ts';

/** What people send and paste, as it is. */

const rule = (type: string, change: Partial<ConfiguredRule> = {}): ConfiguredRule => ({
  id: 'r1',
  type,
  notifiers: { emails: ['ops@example.com', 'b@example.com'] },
  ...change,
});

describe('a recipe', () => {
  const [recipient] = ['ops@example.com'];
  test('is whole, with what every mail ends in', () => {
    const { results, markdown } = recipesFor([rule('Sync Failed', { companyId: 'c1' })]);
    expect(results).toStrictEqual([
      {
        ruleId: 'r1',
        ruleType: 'Sync Failed',
        companyId: 'c1',
        recipients: [recipient, 'b@example.com'],
        triggers: ['expenses.sync.unsuccessful'],
        filter: [{ field: 'payload.referenceCompany.id', operator: 'equals', value: 'c1' }],
        subject: '{{payload.referenceCompany.name}}: expense sync failed',
        body: [
          'Company: {{payload.referenceCompany.name}} ({{payload.referenceCompany.id}})',
          'In the portal: {{payload.referenceCompany.links.portal}}',
          'Sync: {{payload.syncId}}',
          'Type: {{payload.syncType}}',
          'Failed at: {{payload.failureStage}}',
          'Event: {{eventType}}',
          'Time: {{generatedDate}}',
          'Event id: {{id}}',
        ].join('\n'),
      },
    ]);
    expect(markdown).toBe(
      [
        '# Email recipes',
        'Emails are not migrated. In an automation tool, receive the webhook, apply the filter and send the email. Double braces name an event property. [] means list items; a filter on them passes if any item matches.',
        '## Sync Failed',
        'Replaces the rule ` r1 `.',
        '**Trigger**, any of: ` expenses.sync.unsuccessful `',
        '**Filter**, all of:',
        '| Field | Operator | Value |\n| --- | --- | --- |\n| ` payload.referenceCompany.id ` | equals | ` c1 ` |',
        '**To**: ` ops@example.com `, ` b@example.com `',
        '**Subject**: ` {{payload.referenceCompany.name}}: expense sync failed `',
        '**Body**',
        `\`\`\`\n${results[0]?.body}\n\`\`\`\n`,
      ].join('\n\n'),
    );
  });
  const status = 'payload.dataTypes[].status';
  const company = ['payload.referenceCompany.name', 'payload.referenceCompany.id'];
  const connection = [
    'payload.connection.id',
    'payload.connection.integrationKey',
    'payload.connection.status',
  ];
  const read = ['connectionId', 'dataType', 'status'].map((field) => `payload.dataTypes[].${field}`);
  const write = ['connectionId', 'type', 'status', 'id'].map((field) => `payload.${field}`);
  const expenses = ['payload.syncId', 'payload.syncType'];
  const quota = ['payload.dailyQuota', 'payload.expiryDate'];
  const portal = 'payload.referenceCompany.links.portal';
  const common = ['eventType', 'generatedDate', 'id'];
  test.each<[RuleType, string, string[], string]>([
    ['DataConnectionStatusChanged', '', [...company, portal, ...connection], 'connection is '],
    ['New company synchronized', '', [...company, portal, ...read], 'synchronized for the first time'],
    [
      'Data sync completed',
      `${status} equals Complete`,
      [...company, portal, ...read],
      'data sync completed',
    ],
    [
      'Dataset data changed',
      'payload.dataTypes[].recordsModified equals true',
      [...company, portal, ...read],
      'data changed',
    ],
    [
      'Data Sync Status Changed To Error',
      `${status} in FetchError, MapError, ProcessingError, InternalError, AuthError, RateLimitError, PermissionsError`,
      [...company, portal, ...read],
      'data sync failed',
    ],
    ['Push Operation Status Changed', '', [...company, portal, ...write], 'write of '],
    [
      'Push Operation Timed Out',
      'payload.status equals TimedOut',
      [...company, portal, ...write],
      'timed out',
    ],
    ['Sync Connection Deleted', '', [...company, portal, ...connection], 'connection deleted'],
    ['Sync Completed', '', [...company, portal, ...expenses], 'expense sync completed'],
    ['Sync Failed', '', [...company, portal, ...expenses, 'payload.failureStage'], 'expense sync failed'],
    ['Rate Limit Reached', '', quota, 'Rate limit reached'],
    ['Rate Limit Reset', '', ['payload.quotaRemaining', ...quota], 'Rate limit reset'],
  ])('of %s filters by "%s", and names its properties', (type, filter, properties, subject) => {
    const [recipe] = recipesFor([rule(type)]).results;
    expect(recipe?.triggers).toStrictEqual(eventTypesOfRule[type]);
    expect(recipe?.filter.map(({ field, operator, value }) => `${field} ${operator} ${value}`)).toStrictEqual(
      filter === '' ? [] : [filter],
    );
    const named = [...(recipe?.body.matchAll(/\{\{([^}]+)\}\}/g) ?? [])].map(([, property]) => property);
    expect(named).toStrictEqual([...properties, ...common]);
    expect(recipe?.subject).toContain(subject);
    expect(recipe?.subject.startsWith('{{payload.referenceCompany.name}}: ')).toBe(
      !type.startsWith('Rate Limit'),
    );
    expect(recipe).not.toHaveProperty('companyId');
    const ofCompany = recipesFor([rule(type, { companyId: 'c1' })]).results[0];
    expect(ofCompany?.companyId).toBe('c1');
    expect(ofCompany?.filter.length).toBe(
      (recipe?.filter.length ?? 0) + (type.startsWith('Rate Limit') ? 0 : 1),
    );
  });
  test('is for each known type', () => {
    expect(
      recipesFor(ruleTypes.map((type) => rule(type))).results.map(({ ruleType }) => ruleType),
    ).toStrictEqual([...ruleTypes]);
  });
  test('is for rules with emails of a type that is known; others are named', () => {
    const { results, markdown } = recipesFor([
      rule('Sync Failed', { notifiers: { emails: [] } }),
      rule('Later `Type`', { id: 'r2' }),
      rule('toString', { id: 'r3' }),
    ]);
    expect(results).toStrictEqual([]);
    expect(markdown).toMatch(
      /matches\.\n\nThe rule ` r2 ` has the unknown type `` Later `Type` ``: choose its event types manually\.\n\nThe rule ` r3 ` .*\n$/,
    );
    expect(recipesFor([rule('Sync Failed', { notifiers: { emails: [] } })]).markdown).toBe(
      '# Email recipes\n\nNo rule sends emails.\n',
    );
    expect(recipesFor([rule('Sync Completed')]).markdown).toContain('**Filter**: none\n\n**To**');
  });
  test('lists ten triggers, and sums up more by how they end', () => {
    const shown = (type: string) => /\*\*Trigger\*\*, (.+)/.exec(recipesFor([rule(type)]).markdown)?.[1];
    expect(shown('DataConnectionStatusChanged')).toBe(
      `any of: ${eventTypesOfRule.DataConnectionStatusChanged.map((one) => `\` ${one} \``).join(', ')}`,
    );
    const { length } = eventTypesOfRule['Push Operation Timed Out'];
    expect(shown('Push Operation Timed Out')).toBe(
      `all ${length} event types that end in \` .write.unsuccessful \` (one per data type)`,
    );
  });
});

describe('the Markdown of a request', () => {
  const document: MigrationRequest = {
    title: 'Migration of Acme',
    caseId,
    integrator: 'Acme *Ltd*',
    drafted: '2026-01-05T00:00:00.000Z',
    chainDigest: 'abc',
    rows: [
      { row: 'rule-id', state: 'absent', because: ['Read <all>.', 'Twice.'] },
      { row: 'retry-after', state: 'unknown', because: [] },
    ],
    evidence: [],
    carryOver: [],
    actions: [],
    ipAddresses: [],
  };
  /** By its headings. */
  const parts = (change: Partial<MigrationRequest> = {}) => {
    const [lead = '', ...sections] = requestMarkdown({ ...document, ...change }).split('\n\n## ');
    const named = sections.map((section) => section.split(/\n\n([\s\S]*)/).slice(0, 2) as [string, string]);
    return { lead, named, text: new Map(named) };
  };
  test('says what is asked for, and nothing where there is nothing', () => {
    const { lead, named } = parts();
    expect(lead).toBe(
      [
        '# Migration of Acme',
        `- Integrator: Acme \\*Ltd\\*\n- Client id: not known\n- Case: \` ${caseId} \`, chain digest \` abc \`\n- Drafted: 2026-01-05T00:00:00.000Z`,
        'Please migrate the webhooks of this client to the new webhook service.',
      ].join('\n\n'),
    );
    expect(named.map(([name]) => name)).toStrictEqual([
      'Existing setup',
      'Carry over',
      'Our actions',
      'Source addresses that consumers allow',
      'Evidence',
    ]);
    expect(named.slice(1).map(([, text]) => text)).toStrictEqual([
      'Only the rules.',
      'Nothing.',
      'None.',
      'None.\n',
    ]);
    expect(parts({ clientId: uuid(7) }).lead).toContain(`- Client id: \` ${uuid(7)} \`\n`);
  });
  test('lists the checks with their reasons', () => {
    const cells = (parts().text.get('Existing setup') ?? '').split('\n').map((line) => line.split(' | '));
    expect(cells[0]?.[0]).toBe('| Setup');
    expect(cells.slice(2).map(([setup, , because]) => [setup, because])).toStrictEqual([
      [`| ${definitionOf('rule-id').setup}`, 'Read &lt;all&gt;.<br>Twice. |'],
      [`| ${definitionOf('retry-after').setup}`, 'No evidence. |'],
    ]);
    expect(new Set(cells.slice(2).map(([, state]) => state)).size).toBe(2);
  });
  test('lists what is dismissed, carried over, done and allowed', () => {
    const full = parts({
      dismissedMentions: [{ subject: 'rule-id', count: 12, reason: 'Dead | code.', by: 'A*da', at: 'then' }],
      carryOver: ['One.', 'A <b>.'],
      actions: [{ row: 'rule-id', responsible: 'both', blocking: false, what: 'Do <it>.' }],
      ipAddresses: ['192.0.2.1', '192.0.2.2'],
    });
    expect(full.named.map(([name]) => name)[1]).toBe('Dismissed mentions in source code');
    expect(full.text.get('Dismissed mentions in source code')).toBe(
      '| Mention of | Count | Reason | By | At |\n| --- | --- | --- | --- | --- |\n| RuleId | 12 | Dead \\| code. | A\\*da | then |',
    );
    expect(full.text.get('Carry over')).toBe('- One.\n- A &lt;b&gt;.');
    expect(full.text.get('Our actions')).toBe('- both: Do &lt;it&gt;.');
    expect(full.text.get('Source addresses that consumers allow')).toBe('- ` 192.0.2.1 `\n- ` 192.0.2.2 `');
    expect(parts({ dismissedMentions: [] }).named).toHaveLength(5);
  });
  test('lists evidence with its digests, and where the digests of the files come from', () => {
    const one = { id: uuid(1), collector: 'source', origin: 'a<b', at: 'then', digest: 'dd' } as const;
    const cellOf = (files?: object) =>
      parts({ evidence: [{ ...one, ...(files && { files }) } as never] })
        .text.get('Evidence')
        ?.split('\n')[2];
    const row = (files: string) => `| source | a&lt;b | then | ${files} | \` dd \` |`;
    expect(cellOf()).toBe(row('–'));
    expect(cellOf({ sha256: 'ff', of: 'file' })).toBe(row('` ff `'));
    expect(cellOf({ sha256: 'ff', of: 'manifest' })).toBe(row('` ff ` (manifest)'));
    expect(cellOf({ sha256: 'ff', of: 'manifest', manifest: 'app.sha256' })).toBe(
      row('` ff ` (manifest ` app.sha256 `)'),
    );
    expect(parts({ evidence: [one] }).text.get('Evidence')).toMatch(
      /^\| Collector \| Read \| At \| SHA-256 of the files \| SHA-256 of the record \|\n/,
    );
  });
});
