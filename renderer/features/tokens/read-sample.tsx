import { Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatNumber } from '#contract/format.ts';
import type { Job } from '#contract/job.ts';
import type { RecordedSample, RecordedSamples, SampleRequest, SampleRow } from '#contract/token-samples.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { showJob, useJob } from '#renderer/lib/jobs.ts';
import { tokenKeys, tokensPath } from '#renderer/lib/token-queries.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { JobProgress } from '#renderer/ui/job-progress.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

const pathOf = (caseId: string): string => `${tokensPath(caseId)}/samples`;
const keyOf = (caseId: string) => [...tokenKeys.all(caseId), 'samples'];

/** Reads some of the migrated companies back from the target, and shows the last sample on record. */
export const ReadSample = ({ caseId }: { readonly caseId: string }) => {
  const [size, setSize] = useState<number | string>(20);
  const [seed, setSeed] = useState('');
  const client = useQueryClient();
  const samples = useApiQuery<RecordedSamples>(keyOf(caseId), pathOf(caseId));
  const start = useApiMutation((request: SampleRequest) => api.post<Job>(pathOf(caseId), request), {
    onSuccess: (job, queries) => showJob(queries, job),
  });
  const { data: job } = useJob(start.data?.id);
  const ended = job?.state;
  useEffect(() => {
    if (ended === 'done') void client.invalidateQueries({ queryKey: keyOf(caseId) });
  }, [ended, client, caseId]);
  const isRunning = job?.state === 'running';
  return (
    <Section
      title="Sample"
      description="Reads random migrated companies back from the target and records the result. Read-only."
    >
      <Stack gap="sm">
        <Group align="flex-end">
          <NumberInput
            label="Companies"
            w={120}
            min={1}
            max={1000}
            allowDecimal={false}
            value={size}
            onChange={setSize}
          />
          <TextInput
            label="Seed"
            placeholder="random"
            w={260}
            maxLength={100}
            value={seed}
            onChange={(event) => setSeed(event.currentTarget.value)}
          />
          <ActionButton
            variant="default"
            loading={start.isPending || isRunning}
            onClick={() => start.mutate({ size: Number(size), ...(seed === '' ? {} : { seed }) })}
          >
            Read back
          </ActionButton>
        </Group>
        {start.error && <ErrorNotice title="No sample read back" error={start.error} />}
        {isRunning && <JobProgress job={job} title="Reading back a sample" noun="sample" />}
        {job?.state === 'failed' && <ErrorNotice title="No sample read back" error={new Error(job.error)} />}
        <Loaded query={samples} text="Loading samples…">
          {({ results: [last] }) =>
            last === undefined ? (
              <Text c="dimmed">No sample read back yet.</Text>
            ) : (
              <LastSample sample={last} />
            )
          }
        </Loaded>
      </Stack>
    </Section>
  );
};

const labels = {
  'as-expected': { label: 'As expected', tone: 'good' },
  differs: { label: 'Differs', tone: 'bad' },
  unread: { label: 'Not read', tone: 'attention' },
} as const;

const LastSample = ({ sample }: { readonly sample: RecordedSample }) => {
  const count = (outcome: SampleRow['outcome']): string =>
    formatNumber(sample.rows.filter((row) => row.outcome === outcome).length);
  return (
    <>
      <Facts
        facts={[
          ['Read back', <Instant key="at" at={sample.at} />],
          ['By', sample.actor],
          ['Seed', sample.seed],
          ['Companies', `${formatNumber(sample.rows.length)} of ${formatNumber(sample.of)} migrated`],
          ['As expected', count('as-expected')],
          ['Differ', count('differs')],
          ['Not read', count('unread')],
        ]}
      />
      <DataTable
        label="Companies of the sample"
        rows={sample.rows}
        columns={columns}
        rowId={({ platformKey, ref }) => `${platformKey} ${ref}`}
        minWidth={640}
      />
    </>
  );
};

const columns: readonly TableColumn<SampleRow>[] = [
  { header: 'Reference', width: 180, sortBy: ({ ref }) => ref, cell: ({ ref }) => ref },
  {
    header: 'Platform',
    width: 90,
    sortBy: ({ platformKey }) => platformKey,
    cell: ({ platformKey }) => platformKey,
  },
  {
    header: 'Result',
    width: 140,
    sortBy: ({ outcome }) => labels[outcome].label,
    cell: ({ outcome }) => <StatusBadge tone={labels[outcome].tone}>{labels[outcome].label}</StatusBadge>,
  },
  { header: 'Detail', cell: ({ details }) => details.join(' ') },
];
