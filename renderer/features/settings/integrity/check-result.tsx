import { Alert, List, Stack, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react';
import { formatCount } from '#contract/format.ts';
import { isVouchedFor, signatureLabel } from '#contract/signature-states.ts';
import type { DeskCheck } from '#contract/verification.ts';
import { Instant } from '#renderer/ui/instant.tsx';

const styles = {
  whole: { color: 'teal', Icon: IconShieldCheck, title: 'Database verified' },
  'not-vouched-for': {
    color: 'yellow',
    Icon: IconShieldQuestion,
    title: 'Database verified, but not all entries are signed by known keys',
  },
  broken: {
    color: 'red',
    Icon: IconShieldX,
    title: 'Data was changed, removed or replaced outside Carryover',
  },
} as const;

const listedProblems = 50;

export const CheckResult = ({ check }: { check: DeskCheck }) => {
  const { color, Icon, title } = styles[check.state];
  const { problems, problemCount, cases, journal, rows, ledgerEntries } = check;
  const names = new Map(cases.map(({ caseId, name }) => [caseId, name]));
  const listed = problems.slice(0, listedProblems);
  const unvouched = cases.flatMap(({ caseId, name, states }) =>
    states.filter((state) => !isVouchedFor(state)).map((state) => ({ caseId, name, state })),
  );
  return (
    <Stack gap="sm">
      <Alert
        role={check.state === 'whole' ? 'status' : 'alert'}
        color={color}
        icon={<Icon aria-hidden />}
        title={title}
      >
        {listed.length > 0 && (
          <List>
            {listed.map(({ caseId, what }) => (
              <List.Item key={`${caseId} ${what}`}>
                {caseId === undefined ? what : `${names.get(caseId) ?? caseId}: ${what}`}
              </List.Item>
            ))}
          </List>
        )}
        {problemCount > listed.length && <Text>{problemCount - listed.length} more</Text>}
        {check.state === 'not-vouched-for' && (
          <List>
            {unvouched.map(({ caseId, name, state }) => (
              <List.Item key={`${caseId} ${state}`}>{`${name}: ${signatureLabel({ state })}`}</List.Item>
            ))}
          </List>
        )}
      </Alert>
      <Text c="dimmed">
        <Instant at={check.at} /> · {formatCount(journal.entries, 'journal entry', 'journal entries')} ·{' '}
        {formatCount(cases.length, 'case', 'cases')} · {formatCount(rows, 'row', 'rows')} ·{' '}
        {formatCount(ledgerEntries, 'run call')}
      </Text>
    </Stack>
  );
};
