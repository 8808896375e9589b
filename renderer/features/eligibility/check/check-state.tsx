import { Alert, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { CaseView } from '#contract/case.ts';
import { useCancelJob } from '#renderer/lib/jobs.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import type { CheckOrder } from './check-order.ts';
import { type ListedJob, useChecks } from './jobs-query.ts';
import { checks, forgetUploads, type Preparation, runCheck } from './run-check.ts';
import { UnderWay } from './under-way.tsx';

interface CheckStateProps {
  readonly found: CaseView;
  /** Opens an order again, to be changed. */
  readonly onChange: (order: CheckOrder) => void;
}

/** Checks of the case that are under way; and the last one, if it came to nothing. */
export const CheckState = ({ found, onChange }: CheckStateProps) => {
  const preparation = useStore(checks, ({ preparations }) => preparations[found.id]);
  const closed = useStore(checks, (state) => state.closed);
  const jobs = useChecks(found.id);
  const running = jobs.filter(({ state }) => state === 'running');
  const last = jobs.find(({ state }) => state !== 'running');
  const isBusy = running.length > 0 || preparation !== undefined;
  const watched = useWatched(running);
  useEffect(() => {
    for (const { id, state } of jobs) if (state !== 'running') forgetUploads(id);
  }, [jobs]);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isBusy) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isBusy]);
  return (
    <>
      <VisuallyHidden ref={place} role="status">
        {isBusy ? 'The check is under way' : ''}
      </VisuallyHidden>
      {preparation && <Preparing found={found} preparation={preparation} onChange={onChange} />}
      {running.map((job) => (
        <Running key={job.id} job={job} />
      ))}
      {!isBusy &&
        last &&
        !closed.includes(last.id) &&
        (last.state === 'failed' || last.state === 'cancelled' ? (
          <Ended job={last} state={last.state} onChange={onChange} />
        ) : (
          last.id === watched && <Done job={last} />
        ))}
    </>
  );
};

/** The check that was seen under way on this screen. */
const useWatched = ([job]: readonly ListedJob[]): string | undefined => {
  const [watched, setWatched] = useState<string>();
  if (job !== undefined && job.id !== watched) setWatched(job.id);
  return watched;
};

const Preparing = ({
  found,
  preparation,
  onChange,
}: {
  found: CaseView;
  preparation: Preparation;
  onChange: (order: CheckOrder) => void;
}) => {
  const client = useQueryClient();
  if (preparation.state === 'under-way') {
    const { step, cancel } = preparation;
    return (
      <UnderWay
        title="Preparing the check"
        text={step.text}
        progress={step.progress}
        action={<Cancel onCancel={cancel} />}
      />
    );
  }
  const { error, order } = preparation;
  return (
    <Stack gap="xs">
      <ErrorNotice
        title="The check was not started"
        error={error}
        onRetry={() => void runCheck(client, found, order)}
      />
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => onChange(order)}>
          Change what is checked…
        </Button>
      </Group>
    </Stack>
  );
};

const Running = ({ job }: { job: ListedJob }) => {
  const cancel = useCancelJob();
  return (
    <>
      <UnderWay
        title="The check is under way"
        text={job.progress.text}
        progress={job.progress}
        action={<Cancel loading={cancel.isPending} onCancel={() => cancel.mutate(job.id)} />}
      />
      {cancel.error && <ErrorNotice title="The check was not cancelled" error={cancel.error} />}
    </>
  );
};

const Cancel = ({ loading = false, onCancel }: { loading?: boolean; onCancel: () => void }) => (
  <Button size="xs" variant="default" loading={loading} onClick={onCancel}>
    Cancel the check
  </Button>
);

/** Stays where the check was under way, so that nothing below moves by itself. */
const Done = ({ job }: { job: ListedJob }) => (
  <UnderWay
    title="The check is done"
    text="Results are below."
    progress="whole"
    action={
      <Button size="xs" variant="default" onClick={() => close(job.id)}>
        Close the notice
      </Button>
    }
  />
);

const close = (jobId: string): void => checks.setState(({ closed }) => ({ closed: [...closed, jobId] }));

const endTitles = {
  failed: 'The check failed, so nothing was recorded',
  cancelled: 'The check was cancelled, so nothing was recorded',
} as const;

const Ended = ({
  job,
  state,
  onChange,
}: {
  job: ListedJob;
  state: keyof typeof endTitles;
  onChange: (order: CheckOrder) => void;
}) => {
  const order = useStore(checks, ({ orders }) => orders[job.id]);
  return (
    <Alert
      color={state === 'failed' ? 'red' : 'gray'}
      title={endTitles[state]}
      withCloseButton
      closeButtonLabel="Close the notice"
      onClose={() => close(job.id)}
      role={state === 'failed' ? 'alert' : 'status'}
    >
      <Stack gap="xs">
        {job.error !== undefined && <Text style={{ overflowWrap: 'anywhere' }}>{job.error}</Text>}
        {order && (
          <Group>
            <Button size="xs" variant="default" onClick={() => onChange(order)}>
              Change what is checked…
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
};
