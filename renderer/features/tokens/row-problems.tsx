import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconBan, IconInfoCircle } from '@tabler/icons-react';
import { causeLabels } from '#contract/cause-labels.ts';
import type { RowProblem, TokenRow } from '#contract/token-rows.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { Lines } from '#renderer/ui/lines.tsx';
import { Term } from '#renderer/ui/term.tsx';
import { stepLabels } from './token-labels.ts';

/** Why a row is not migrated: reason, meaning, action, responsible party. */
export const RowProblems = ({ row }: { row: TokenRow }) => (
  <>
    {row.excluded !== undefined && (
      <Alert color="gray" icon={<IconBan aria-hidden />} title={<Term term="excluded">Excluded</Term>}>
        {row.excluded.by}: {row.excluded.reason} (<Instant at={row.excluded.at} />)
      </Alert>
    )}
    {row.failure !== undefined && <Failed failure={row.failure} />}
    {row.problems !== undefined && row.problems.length > 0 && <Invalid problems={row.problems} />}
    {row.held !== undefined && (
      <Alert color="orange" icon={<IconInfoCircle aria-hidden />} title={<Term term="held">Held</Term>}>
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
          {step}: {failure.message}
        </Text>
        <Text fw={600}>{action}</Text>
        <Text size="sm" c="dimmed">
          Responsible: {partyLabels[responsible]}.{passing && ' May resolve automatically.'}
          {failure.correlationId !== undefined && ` Correlation id ${failure.correlationId}.`}
        </Text>
      </Stack>
    </Alert>
  );
};

const Invalid = ({ problems }: { problems: readonly RowProblem[] }) => (
  <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="Invalid: left out of runs">
    <Stack gap={6}>
      <Lines lines={problems.map(({ message }) => message)} />
      <Text>Correct the row at the source and import it again.</Text>
    </Stack>
  </Alert>
);
