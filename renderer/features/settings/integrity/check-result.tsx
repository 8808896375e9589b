import { Alert, List, Stack, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react';
import { formatCount } from '#contract/format.ts';
import { isVouchedFor, signatureLabel } from '#contract/signature-states.ts';
import type { DeskCheck } from '#contract/verification.ts';
import { Instant } from '#renderer/ui/instant.tsx';

const looks = {
  whole: { color: 'teal', Icon: IconShieldCheck, title: 'Everything is as it was written' },
  'not-vouched-for': {
    color: 'yellow',
    Icon: IconShieldQuestion,
    title: 'Everything is whole, but not all of it is signed by known keys',
  },
  broken: { color: 'red', Icon: IconShieldX, title: 'Something was changed, removed or put back by hand' },
} as const;

const toldProblems = 50;

export const CheckResult = ({ check }: { check: DeskCheck }) => {
  const { color, Icon, title } = looks[check.state];
  const { problems, problemCount, cases, journal, rows, ledgerEntries } = check;
  const names = new Map(cases.map(({ caseId, name }) => [caseId, name]));
  const told = problems.slice(0, toldProblems);
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
        {told.length > 0 && (
          <List>
            {told.map(({ caseId, what }) => (
              <List.Item key={`${caseId} ${what}`}>
                {caseId === undefined ? what : `${names.get(caseId) ?? caseId}: ${what}`}
              </List.Item>
            ))}
          </List>
        )}
        {problemCount > told.length && <Text>{problemCount - told.length} more</Text>}
        {check.state === 'not-vouched-for' && (
          <List>
            {unvouched.map(({ caseId, name, state }) => (
              <List.Item key={`${caseId} ${state}`}>{`${name}: ${signatureLabel({ state })}`}</List.Item>
            ))}
          </List>
        )}
      </Alert>
      <Text c="dimmed">
        <Instant at={check.at} /> · {formatCount(journal.entries, 'entry', 'entries')} of the journal ·{' '}
        {formatCount(cases.length, 'case', 'cases')} · {formatCount(rows, 'row', 'rows')} ·{' '}
        {formatCount(ledgerEntries, 'call of runs', 'calls of runs')}
      </Text>
    </Stack>
  );
};
