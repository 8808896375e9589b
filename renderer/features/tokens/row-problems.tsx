import { Alert, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { causeLabels } from '#contract/cause-labels.ts';
import type { RowProblem, TokenRow } from '#contract/token-rows.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { stepLabels } from './token-labels.ts';

/** Why a row is not migrated: what happened, what it means, what to do, and who does it. */
export const RowProblems = ({ row }: { row: TokenRow }) => (
  <>
    {row.failure !== undefined && <Failed failure={row.failure} />}
    {row.problems !== undefined && row.problems.length > 0 && <NotInOrder problems={row.problems} />}
    {row.held !== undefined && (
      <Alert color="orange" icon={<IconInfoCircle aria-hidden />} title="Held back">
        {row.held}
      </Alert>
    )}
  </>
);

const Failed = ({ failure }: { failure: NonNullable<TokenRow['failure']> }) => {
  const { title, meaning, action, responsible, passing } = causeLabels[failure.cause];
  const step =
    failure.step in stepLabels ? stepLabels[failure.step as keyof typeof stepLabels] : failure.step;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title}>
      <Stack gap={6}>
        <Text>{meaning}</Text>
        <Text style={{ overflowWrap: 'anywhere' }}>
          At “{step}”: {failure.message}
        </Text>
        <Text fw={600}>{action}</Text>
        <Text size="sm" c="dimmed">
          Who does it: {partyLabels[responsible]}.{passing && ' It may also pass by itself.'}
          {failure.correlationId !== undefined && ` Correlation id ${failure.correlationId}.`}
        </Text>
      </Stack>
    </Alert>
  );
};

const NotInOrder = ({ problems }: { problems: readonly RowProblem[] }) => (
  <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="Not in order, so no run takes it up">
    <Stack gap={6}>
      <List>
        {problems.map(({ column, field, message }) => (
          <List.Item key={`${column} ${field} ${message}`}>{message}</List.Item>
        ))}
      </List>
      <Text>Correct it at the source, and import the row again: it takes this one's place.</Text>
    </Stack>
  </Alert>
);
