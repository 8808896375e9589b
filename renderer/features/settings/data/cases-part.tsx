import { Anchor, Table } from '@mantine/core';
import { Link } from 'react-router';
import { type DeskRetention, noticeDays, type RetentionRule } from '#contract/retention.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { ruleText, useDeskRetention } from '#renderer/lib/use-retention.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { RuleForm } from '#renderer/ui/rule-form.tsx';
import { Section } from '#renderer/ui/section.tsx';

/** How long cases are kept, and those that are held, due, or have a rule of their own. */
export const CasesPart = () => {
  const saving = useApiMutation((rule: RetentionRule) => api.put<DeskRetention>('/api/retention', { rule }), {
    rereads: [keys.retention, keys.cases.all],
    onSuccess: () => notifyDone('Retention saved.'),
  });
  return (
    <Section
      title="Retention of cases"
      description={`Closed and archived ones. A deletion is announced at the case and here ${noticeDays} days before. A legal hold prevents it.`}
    >
      <Loaded query={useDeskRetention()} text="Loading retention…">
        {({ rule, cases }) => (
          <>
            <RuleForm
              key={rule}
              label="Closed cases"
              options={{ keep: 'Keep' }}
              rule={rule}
              saving={saving}
              onSave={saving.mutate}
            />
            {cases.length > 0 && <CaseTable cases={cases} />}
          </>
        )}
      </Loaded>
    </Section>
  );
};

const CaseTable = ({ cases }: Pick<DeskRetention, 'cases'>) => (
  <Table.ScrollContainer minWidth={640}>
    <Table aria-label="Cases under hold, due, or with a rule of their own">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Case</Table.Th>
          <Table.Th>Rule</Table.Th>
          <Table.Th>Legal hold</Table.Th>
          <Table.Th>Deleted on</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {cases.map(({ id, name, of, rule, hold, due, problem }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <Anchor component={Link} to={`/cases/${id}`}>
                {name}
              </Anchor>
            </Table.Td>
            <Table.Td>{of === 'desk' ? 'As this desk' : ruleText(rule)}</Table.Td>
            <Table.Td>{hold && <Instant at={hold.at} />}</Table.Td>
            <Table.Td>
              {due && <Instant at={due} />} {problem}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);
