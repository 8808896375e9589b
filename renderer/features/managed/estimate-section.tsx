import { Button, Group, List, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatEstimate, formatNumber } from '#contract/format.ts';
import type { RunbookView } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { Worded } from '#renderer/ui/worded.tsx';
import { runbookPath, useRunbookChange } from './runbook.ts';

/** How long the migration takes, likely and at worst, and what that is made from. */
export const EstimateSection = ({ view }: { readonly view: RunbookView }) => {
  const { caseId, estimate, syncing } = view;
  const [expected, setExpected] = useState<number | string>('');
  const estimating = useRunbookChange(
    (companies: number | undefined) =>
      api.post<RunbookView>(`${runbookPath(caseId)}/estimate`, companies === undefined ? {} : { companies }),
    ({ estimate: made }) => ({
      words: `Estimated for ${formatCount(made?.companies ?? 0, 'company', 'companies')}.`,
    }),
  );
  const isImported = syncing.companies > 0;
  return (
    <Section
      level={3}
      title="Estimate"
      description={
        <>
          Made from the companies, their platform's data types, the limits of the target, and the last
          rehearsal if there was one.{' '}
          <TextLink to={`/cases/${caseId}/tokens`}>Rehearse under Tokens</TextLink> to have it measured.
        </>
      }
    >
      <Stack>
        {estimate ? (
          <Made estimate={estimate} />
        ) : (
          <Text>
            There is no estimate yet.{' '}
            {isImported
              ? `${formatCount(syncing.companies, 'company is', 'companies are')} imported.`
              : 'No companies are imported yet: say how many there will be.'}
          </Text>
        )}
        {estimating.error && <ErrorNotice title="No estimate was made" error={estimating.error} />}
        <Group align="flex-end">
          {!isImported && (
            <NumberInput
              label="Companies expected"
              min={1}
              max={1_000_000}
              allowDecimal={false}
              w={180}
              value={expected}
              onChange={setExpected}
            />
          )}
          <Button
            variant={estimate ? 'default' : 'filled'}
            loading={estimating.isPending}
            disabled={!isImported && typeof expected !== 'number'}
            onClick={() => estimating.mutate(isImported ? undefined : Number(expected))}
          >
            {estimate ? 'Update the estimate' : 'Make the estimate'}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
};

const Made = ({ estimate }: { readonly estimate: NonNullable<RunbookView['estimate']> }) => {
  const { companies, likelyMs, worstMs, how, at, by, rehearsal } = estimate;
  return (
    <Stack gap="sm">
      <Group gap="xl">
        <Stat name="Companies" value={formatNumber(companies)} />
        <Stat name="Likely" value={formatEstimate(likelyMs)} />
        <Stat name="At worst" value={formatEstimate(worstMs)} />
        <Stat name="Made from" value={rehearsal === undefined ? 'Assumptions' : 'A rehearsal'} />
      </Group>
      <Stack gap={4}>
        <Text fw={600}>How it was reached</Text>
        <List spacing={4}>
          {how.map((line) => (
            <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
              <Worded text={line} />
            </List.Item>
          ))}
        </List>
      </Stack>
      <Text size="sm" c="dimmed" component="div">
        Made <Instant at={at} /> by {by}
      </Text>
    </Stack>
  );
};
