import { Code, Group, Spoiler, Stack } from '@mantine/core';
import type { EmailRecipe } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Part } from '#renderer/ui/part.tsx';
import { Section } from '#renderer/ui/section.tsx';

/** The email of one rule: trigger, filter, recipients, subject and body. */
export const RecipeSection = ({ recipe }: { recipe: EmailRecipe }) => {
  const { ruleId, ruleType, companyId, recipients, triggers, filter, subject, body } = recipe;
  return (
    <Section
      title={ruleType}
      description={
        <>
          Replaces rule <Code>{ruleId}</Code>
          {companyId !== undefined && (
            <>
              {' '}
              of company <Code>{companyId}</Code>
            </>
          )}
          .
        </>
      }
      actions={<CopyButton labelled value={recipeText(recipe)} what="this recipe" />}
    >
      <Stack>
        <Part
          title={
            triggers.length === 1
              ? 'Trigger: one event type'
              : `Trigger: any of ${formatCount(triggers.length, 'event type')}`
          }
        >
          <Spoiler maxHeight={64} showLabel="Show all event types" hideLabel="Show fewer">
            <Group gap={6}>
              {triggers.map((trigger) => (
                <Code key={trigger}>{trigger}</Code>
              ))}
            </Group>
          </Spoiler>
        </Part>
        <Part title={filter.length === 0 ? 'Filter: none' : 'Filter: all of'}>
          {filter.length > 0 && (
            <DataTable
              label={`Filter of ${ruleType}`}
              rows={filter}
              columns={columns}
              rowId={({ field, operator }) => `${field} ${operator}`}
            />
          )}
        </Part>
        <Facts
          facts={[
            ['To', recipients.join(', ')],
            ['Subject', <Code key="subject">{subject}</Code>],
          ]}
        />
        <Part title="Body">
          <CodeBlock text={body} what={`the body of ${ruleType}`} />
        </Part>
      </Stack>
    </Section>
  );
};

type Condition = EmailRecipe['filter'][number];

const columns: readonly TableColumn<Condition>[] = [
  { header: 'Field', cell: ({ field }) => <Code>{field}</Code>, wraps: true },
  { header: 'Operator', width: 140, cell: ({ field, operator }) => operatorOf(field, operator) },
  { header: 'Value', cell: ({ value }) => <Code>{value}</Code>, wraps: true },
];

const operatorOf = (field: string, operator: string): string =>
  field.includes('[]') ? `any item ${operator}` : operator;

const recipeText = ({ triggers, filter, recipients, subject, body }: EmailRecipe): string =>
  [
    `Trigger, any of: ${triggers.join(', ')}`,
    ...(filter.length === 0
      ? ['Filter: none']
      : [
          `Filter, all of:\n${filter.map(({ field, operator, value }) => `  ${field} ${operatorOf(field, operator)} ${value}`).join('\n')}`,
        ]),
    `To: ${recipients.join(', ')}`,
    `Subject: ${subject}`,
    `Body:\n${body}`,
  ].join('\n');
