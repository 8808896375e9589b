import { code, codeBlock, inert, table } from '#base/markdown.ts';
import { datasetEnds } from '#contract/data.ts';
import type { EmailRecipe, EmailRecipes } from '#contract/eligibility.ts';
import type { RuleType } from '#contract/legacy.ts';
import { eventTypesOfRule } from '#contract/rule-events.ts';
import type { ConfiguredRule } from '#desk/targets/configuration-shapes.ts';

/**
 * How a rule with emails is rebuilt in a generic automation tool: trigger, filter and mail, ready to paste. What stands
 * where is `docs/reference/rules/rule-types.md#property-mapping`; double braces name a property of the event.
 */

interface Template {
  /** Its events are of the client: they name no company to filter by. */
  readonly ofClient?: true;
  readonly filter?: EmailRecipe['filter'];
  readonly subject: string;
  /** Label and property. */
  readonly lines: readonly (readonly [string, string])[];
}

const company = '{{payload.referenceCompany.name}}';
const companyLines = [
  ['Company', `${company} ({{payload.referenceCompany.id}})`],
  ['In the portal', '{{payload.referenceCompany.links.portal}}'],
] as const;
const connectionLines = [
  ...companyLines,
  ['Connection', '{{payload.connection.id}}'],
  ['Platform', '{{payload.connection.integrationKey}}'],
  ['Status', '{{payload.connection.status}}'],
] as const;
const readLines = [
  ...companyLines,
  ['Connection', '{{payload.dataTypes[].connectionId}}'],
  ['Data type', '{{payload.dataTypes[].dataType}}'],
  ['Status', '{{payload.dataTypes[].status}}'],
] as const;
const writeLines = [
  ...companyLines,
  ['Connection', '{{payload.connectionId}}'],
  ['Data type', '{{payload.type}}'],
  ['Status', '{{payload.status}}'],
  ['Operation', '{{payload.id}}'],
] as const;
const expensesLines = [
  ...companyLines,
  ['Sync', '{{payload.syncId}}'],
  ['Type', '{{payload.syncType}}'],
] as const;
const quotaLines = [
  ['Daily quota', '{{payload.dailyQuota}}'],
  ['Until', '{{payload.expiryDate}}'],
] as const;

const errorEnds = datasetEnds.filter((status) => status.endsWith('Error'));
const ofDataType = (field: string): string => `payload.dataTypes[].${field}`;

const templates: Readonly<Record<RuleType, Template>> = {
  DataConnectionStatusChanged: {
    subject: `${company}: connection is {{payload.connection.status}}`,
    lines: connectionLines,
  },
  'New company synchronized': { subject: `${company}: synchronized for the first time`, lines: readLines },
  'Data sync completed': {
    filter: [{ field: ofDataType('status'), operator: 'equals', value: 'Complete' }],
    subject: `${company}: data sync completed`,
    lines: readLines,
  },
  'Dataset data changed': {
    filter: [{ field: ofDataType('recordsModified'), operator: 'equals', value: 'true' }],
    subject: `${company}: data changed`,
    lines: readLines,
  },
  'Data Sync Status Changed To Error': {
    filter: [{ field: ofDataType('status'), operator: 'in', value: errorEnds.join(', ') }],
    subject: `${company}: data sync failed`,
    lines: readLines,
  },
  'Push Operation Status Changed': {
    subject: `${company}: write of {{payload.type}} is {{payload.status}}`,
    lines: writeLines,
  },
  'Push Operation Timed Out': {
    filter: [{ field: 'payload.status', operator: 'equals', value: 'TimedOut' }],
    subject: `${company}: write of {{payload.type}} timed out`,
    lines: writeLines,
  },
  'Sync Connection Deleted': { subject: `${company}: connection deleted`, lines: connectionLines },
  'Sync Completed': { subject: `${company}: expense sync completed`, lines: expensesLines },
  'Sync Failed': {
    subject: `${company}: expense sync failed`,
    lines: [...expensesLines, ['Failed at', '{{payload.failureStage}}']],
  },
  'Rate Limit Reached': { ofClient: true, subject: 'Rate limit reached', lines: quotaLines },
  'Rate Limit Reset': {
    ofClient: true,
    subject: 'Rate limit reset',
    lines: [['Quota remaining', '{{payload.quotaRemaining}}'], ...quotaLines],
  },
};

/** A recipe for each rule with emails whose type is known. */
export const recipesFor = (rules: readonly ConfiguredRule[]): EmailRecipes => {
  const mailing = rules.filter(({ notifiers }) => notifiers.emails.length > 0);
  const results = mailing.flatMap((rule) => (isRuleType(rule.type) ? [recipeFor(rule, rule.type)] : []));
  const unknown = mailing.filter(({ type }) => !isRuleType(type));
  return { results, markdown: recipesMarkdown(results, unknown) };
};

const isRuleType = (type: string): type is RuleType => Object.hasOwn(templates, type);

const recipeFor = ({ id, companyId, notifiers }: ConfiguredRule, type: RuleType): EmailRecipe => {
  const { filter = [], subject, lines, ofClient = false } = templates[type];
  const ofCompany: EmailRecipe['filter'] =
    companyId === undefined || ofClient
      ? []
      : [{ field: 'payload.referenceCompany.id', operator: 'equals', value: companyId }];
  const common = [
    ['Event', '{{eventType}}'],
    ['Time', '{{generatedDate}}'],
    ['Event id', '{{id}}'],
  ] as const;
  return {
    ruleId: id,
    ruleType: type,
    ...(companyId === undefined ? {} : { companyId }),
    recipients: [...notifiers.emails],
    triggers: [...eventTypesOfRule[type]],
    filter: [...ofCompany, ...filter],
    subject,
    body: [...lines, ...common].map(([label, property]) => `${label}: ${property}`).join('\n'),
  };
};

/** More would not be read by anybody. */
const shownTriggers = 10;

/** Writes have an event type for each data type: how they end says it all. The JSON has each. */
const formatTrigger = (triggers: readonly string[]): string => {
  if (triggers.length <= shownTriggers) return `any of: ${triggers.map(code).join(', ')}`;
  const ends = [...new Set(triggers.map((type) => type.slice(type.indexOf('.'))))];
  return `all ${triggers.length} event types that end in ${ends.map(code).join(' or ')} (one per data type)`;
};

const recipesMarkdown = (recipes: readonly EmailRecipe[], unknown: readonly ConfiguredRule[]): string => {
  const parts = recipes.map((recipe) => {
    const { ruleId, ruleType, recipients, triggers, filter, subject, body } = recipe;
    return [
      `## ${inert(ruleType)}`,
      `Replaces the rule ${code(ruleId)}.`,
      `**Trigger**, ${formatTrigger(triggers)}`,
      filter.length === 0
        ? '**Filter**: none'
        : `**Filter**, all of:\n\n${table(
            ['Field', 'Operator', 'Value'],
            filter.map(({ field, operator, value }) => [
              code(field),
              field.includes('[]') ? `any item ${operator}` : operator,
              code(value),
            ]),
          )}`,
      `**To**: ${recipients.map(code).join(', ')}`,
      `**Subject**: ${code(subject)}`,
      `**Body**\n\n${codeBlock(body)}`,
    ].join('\n\n');
  });
  const left = unknown.map(
    ({ id, type }) =>
      `The rule ${code(id)} has the unknown type ${code(type)}: choose its event types manually.`,
  );
  const lead =
    recipes.length + unknown.length === 0
      ? 'No rule sends emails.'
      : 'Emails are not migrated. In an automation tool, receive the webhook, apply the filter and send the email. Double braces name an event property. [] means list items; a filter on them passes if any item matches.';
  return `${['# Email recipes', lead, ...parts, ...left].join('\n\n')}\n`;
};
