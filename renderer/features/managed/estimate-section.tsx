import { Group, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatEstimate, formatNumber } from '#contract/format.ts';
import type { RunbookView } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Lines } from '#renderer/ui/lines.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { runbookPath, useRunbookChange } from './runbook.ts';

/** Estimated duration of the migration, likely and at worst, and its basis. */
export const EstimateSection = ({ view }: { readonly view: RunbookView }) => {
  const { caseId, estimate, syncing } = view;
  const [expected, setExpected] = useState<number | string>('');
  const estimating = useRunbookChange(
    (companies: number | undefined) =>
      api.post<RunbookView>(`${runbookPath(caseId)}/estimate`, companies === undefined ? {} : { companies }),
    ({ estimate: made }) => ({
      message: `Estimated for ${formatCount(made?.companies ?? 0, 'company', 'companies')}.`,
    }),
  );
  const isImported = syncing.companies > 0;
  const missing = isImported || typeof expected === 'number' ? undefined : 'Enter a number first.';
  return (
    <Section
      title="Estimate"
      description={
        <>
          From companies, data types, target limits and the last rehearsal.{' '}
          <TextLink to={`/cases/${caseId}/tokens/rehearse`}>Rehearse</TextLink>
        </>
      }
    >
      <Stack>
        {estimate ? (
          <Estimate estimate={estimate} />
        ) : (
          <Text>
            {isImported
              ? `No estimate yet (${formatCount(syncing.companies, 'company', 'companies')} imported)`
              : 'No companies imported: enter how many to expect.'}
          </Text>
        )}
        {estimating.error && <ErrorNotice title="Estimate not created" error={estimating.error} />}
        <Group align="flex-end">
          {!isImported && (
            <NumberInput
              label="Expected companies"
              min={1}
              max={1_000_000}
              allowDecimal={false}
              w={180}
              value={expected}
              onChange={setExpected}
            />
          )}
          <Blockable blocked={missing}>
            <ActionButton
              variant={estimate ? 'default' : 'filled'}
              loading={estimating.isPending}
              onClick={() => estimating.mutate(isImported ? undefined : Number(expected))}
            >
              {estimate ? 'Update estimate' : 'Create estimate'}
            </ActionButton>
          </Blockable>
          <Text c="dimmed">{missing}</Text>
        </Group>
      </Stack>
    </Section>
  );
};

const Estimate = ({ estimate }: { readonly estimate: NonNullable<RunbookView['estimate']> }) => {
  const { companies, likelyMs, worstMs, how, at, by, rehearsal } = estimate;
  return (
    <Stack gap="sm">
      <Group gap="xl">
        <Stat name="Companies" value={formatNumber(companies)} />
        <Stat name="Likely" value={formatEstimate(likelyMs)} />
        <Stat name="Worst case" value={formatEstimate(worstMs)} />
        <Stat name="Based on" value={rehearsal === undefined ? 'Assumptions' : 'Rehearsal'} />
      </Group>
      <Stack gap={4}>
        <Text fw={600}>Calculation</Text>
        <Lines lines={how} />
      </Stack>
      <Text size="sm" c="dimmed" component="div">
        Created <Instant at={at} /> by {by}
      </Text>
    </Stack>
  );
};
