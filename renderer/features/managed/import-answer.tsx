import { Button, FileButton, Group, Modal, Stack, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { answerOutcomeLabels, answerPartLabels } from '#contract/answer-labels.ts';
import type { AnswerImportResult } from '#contract/exchange.ts';
import { formatList } from '#contract/format.ts';
import type { Job } from '#contract/job.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { showJob, useJob } from '#renderer/lib/jobs.ts';
import { keys } from '#renderer/lib/keys.ts';
import { type LocatedFile, releaseFile, useLocatedFile } from '#renderer/lib/use-located-file.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { JobProgress } from '#renderer/ui/job-progress.tsx';
import { SendingFile } from '#renderer/ui/sending-file.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';

/** Imports a filled-in form: checked first, then recorded. */
export const ImportAnswer = ({ caseId }: { readonly caseId: string }) => {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Import answer…
      </Button>
      {opened && <AnswerModal caseId={caseId} onClose={() => setOpened(false)} />}
    </>
  );
};

interface AnswerModalProps {
  readonly caseId: string;
  readonly onClose: () => void;
}

const AnswerModal = ({ caseId, onClose }: AnswerModalProps) => {
  const [file, setFile] = useState<LocatedFile>();
  const [jobId, setJobId] = useState<string>();
  const { data: job } = useJob(jobId);
  const start = useApiMutation(
    ({ path, name, dryRun }: LocatedFile & { readonly dryRun: boolean }) =>
      api.post<Job>(`/api/cases/${caseId}/exchange/answers`, { path, name, dryRun }),
    {
      onSuccess: (begun, client) => {
        setJobId(begun.id);
        return showJob(client, begun);
      },
    },
  );
  const { sending, error, take } = useLocatedFile((chosen) => {
    setFile(chosen);
    start.mutate({ ...chosen, dryRun: true });
  });
  const result = job?.state === 'done' ? (job.result as AnswerImportResult) : undefined;
  useReread(caseId, result);
  const close = (): void => {
    if (file !== undefined) releaseFile(file);
    onClose();
  };
  const problem = error ?? start.error ?? (job?.state === 'failed' ? new Error(job.error) : undefined);
  return (
    <Modal opened onClose={close} title="Import answer" size="xl">
      <Stack>
        {file === undefined && (
          <Text>
            The sealed file that the integrator's form made. It is checked before anything is recorded.
          </Text>
        )}
        {problem !== undefined && problem !== null && <ErrorNotice title="Not imported" error={problem} />}
        {sending && <SendingFile sending={sending} />}
        {job?.state === 'running' && <JobProgress job={job} title="Reading" noun="import" />}
        {result && <Answer result={result} />}
        <Group justify="flex-end">
          <FileButton
            // The same file is chosen again once it was replaced on the disk.
            key={jobId}
            accept=".age"
            onChange={(chosen) => chosen && void take(chosen)}
            inputProps={{ 'aria-label': 'Sealed file' }}
          >
            {({ onClick }) => (
              <Button variant="default" onClick={onClick}>
                Choose file…
              </Button>
            )}
          </FileButton>
          {file && result?.dryRun && (
            <ActionButton loading={start.isPending} onClick={() => start.mutate({ ...file, dryRun: false })}>
              Import answer
            </ActionButton>
          )}
        </Group>
      </Stack>
    </Modal>
  );
};

/** What was recorded is in the case from then on. */
const useReread = (caseId: string, result: AnswerImportResult | undefined): void => {
  const client = useQueryClient();
  const isRecorded = result?.dryRun === false;
  useEffect(() => {
    if (isRecorded) void client.invalidateQueries({ queryKey: keys.cases.of(caseId) });
  }, [client, caseId, isRecorded]);
};

const Answer = ({ result }: { readonly result: AnswerImportResult }) => {
  const { by, digest, before, parts, leftOut, remarks } = result;
  return (
    <>
      <Facts
        facts={[
          ['Filled in by', `${by.name} (${by.role})`],
          ['Filled in', <Instant key="at" at={by.at} />],
          ['SHA-256', digest],
          ['Imported before', before && <Instant key="before" at={before.at} />],
          [
            'Left out',
            leftOut.length === 0 ? undefined : formatList(leftOut.map((part) => answerPartLabels[part])),
          ],
        ]}
      />
      <Text>Compare the SHA-256 with the one that the integrator told you.</Text>
      <DataTable label="Parts of the answer" rows={parts} columns={columns} rowId={({ part }) => part} />
      {remarks.map((remark) => (
        <Text key={remark}>{remark}</Text>
      ))}
      {parts.some(({ outcome }) => outcome === 'waiting') && (
        <Text>
          Import the same file again once the steps before are done: only what waits is recorded then.
        </Text>
      )}
    </>
  );
};

const columns: readonly TableColumn<AnswerImportResult['parts'][number]>[] = [
  { header: 'Part', width: 150, cell: ({ part }) => answerPartLabels[part] },
  { header: 'Outcome', width: 150, cell: ({ outcome }) => answerOutcomeLabels[outcome] },
  { header: 'Detail', cell: ({ text }) => text, wraps: true },
];
