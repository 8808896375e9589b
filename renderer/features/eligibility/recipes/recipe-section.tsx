import { Code, Group, Spoiler, Stack, Table, Text } from '@mantine/core';
import type { EmailRecipe } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Section } from '#renderer/ui/section.tsx';

/** The email of one rule: trigger, filter, recipients, subject and body. */
export const RecipeSection = ({ recipe }: { recipe: EmailRecipe }) => {
  const { ruleId, ruleType, companyId, recipients, triggers, filter, subject, body } = recipe;
  return (
    <Section
      title={ruleType}
      level={3}
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
        <div>
          <Text fw={600} mb={4}>
            {triggers.length === 1
              ? 'Trigger: one event type'
              : `Trigger: any of ${formatCount(triggers.length, 'event type')}`}
          </Text>
          <Spoiler maxHeight={64} showLabel="Show all event types" hideLabel="Show fewer">
            <Group gap={6}>
              {triggers.map((trigger) => (
                <Code key={trigger}>{trigger}</Code>
              ))}
            </Group>
          </Spoiler>
        </div>
        <div>
          <Text fw={600} mb={4}>
            {filter.length === 0 ? 'Filter: none' : 'Filter: all of'}
          </Text>
          {filter.length > 0 && <FilterTable filter={filter} />}
        </div>
        <Facts
          facts={[
            ['To', recipients.join(', ')],
            ['Subject', <Code key="subject">{subject}</Code>],
          ]}
        />
        <div>
          <Text fw={600} mb={4}>
            Body
          </Text>
          <CodeBlock text={body} what={`the body of ${ruleType}`} />
        </div>
      </Stack>
    </Section>
  );
};

const FilterTable = ({ filter }: Pick<EmailRecipe, 'filter'>) => (
  <Table.ScrollContainer minWidth={420}>
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th>Operator</Table.Th>
          <Table.Th>Value</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {filter.map(({ field, operator, value }) => (
          <Table.Tr key={`${field} ${operator}`}>
            <Table.Td>
              <Code>{field}</Code>
            </Table.Td>
            <Table.Td>{operatorOf(field, operator)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Code>{value}</Code>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

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
