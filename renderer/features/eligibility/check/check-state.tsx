import { Alert, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { CaseView } from '#contract/case.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { JobProgress, ProgressSection } from '#renderer/ui/job-progress.tsx';
import { notifyRemark } from '#renderer/ui/notify.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import type { CheckOrder } from './check-order.ts';
import { type ListedJob, useChecks } from './jobs-query.ts';
import { checks, forgetUploads, type Preparation, runCheck } from './run-check.ts';

interface CheckStateProps {
  readonly found: CaseView;
  /** Opens an order again to edit it. */
  readonly onChange: (order: CheckOrder) => void;
}

/** Running checks of the case, and the last one if it failed or was cancelled. */
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
  const ended = isBusy || last?.id !== watched ? undefined : last;
  const title = ended && titleOf(ended);
  useEffect(() => {
    if (title === undefined || isInSight(place.current)) return;
    notifyRemark(title, 'Its result is above.', {
      label: 'Show result',
      go: () => place.current?.scrollIntoView({ block: 'center' }),
    });
  }, [title]);
  return (
    <>
      {/* What is visually hidden does not scroll with the notice. */}
      <div ref={place} style={{ marginBottom: 'calc(-1 * var(--stack-gap))' }} />
      <VisuallyHidden role="status">{isBusy ? 'Check running' : ''}</VisuallyHidden>
      {preparation && <Preparing found={found} preparation={preparation} onChange={onChange} />}
      {running.map((job) => (
        <JobProgress key={job.id} job={job} title="Check running" noun="check" />
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

const titleOf = ({ state }: ListedJob): string | undefined => {
  if (state === 'running') return undefined;
  return state === 'failed' || state === 'cancelled' ? endTitles[state] : doneTitle;
};

/** Whether a notice at this place is seen, between the bars above and the strip. */
const isInSight = (place: HTMLElement | null): boolean => {
  const { top } = place?.getBoundingClientRect() ?? { top: 0 };
  return top >= barsPx && top < window.innerHeight - barsPx;
};

/** Header and tabs of a case with its toolbar. */
const barsPx = 120;

const doneTitle = 'Check finished';

/** The check that was running while this screen was open. */
const useWatched = ([job]: readonly ListedJob[]): string | undefined => {
  const [watched, setWatched] = useState<string>();
  if (job !== undefined && job.id !== watched) setWatched(job.id);
  return watched;
};

const Preparing = ({
  found,
  preparation,
  onChange,
}: CheckStateProps & { readonly preparation: Preparation }) => {
  const client = useQueryClient();
  if (preparation.state === 'running') {
    const { step, cancel } = preparation;
    return (
      <ProgressSection
        title="Preparing check"
        text={step.text}
        progress={step.progress}
        action={<SmallButton onClick={cancel}>Cancel check</SmallButton>}
      />
    );
  }
  const { error, order } = preparation;
  return (
    <Stack gap="xs">
      <ErrorNotice
        title="Check not started"
        error={error}
        onRetry={() => void runCheck(client, found, order)}
      />
      <Group gap="xs">
        <SmallButton changes onClick={() => onChange(order)}>
          Edit check…
        </SmallButton>
      </Group>
    </Stack>
  );
};

/** Stays where the running check was shown, so that nothing below moves. */
const Done = ({ job }: { job: ListedJob }) => (
  <ProgressSection
    title={doneTitle}
    text="Results are below."
    progress="whole"
    action={<SmallButton onClick={() => close(job.id)}>Close notice</SmallButton>}
  />
);

const close = (jobId: string): void => checks.setState(({ closed }) => ({ closed: [...closed, jobId] }));

const endTitles = {
  failed: 'Check failed: nothing was recorded',
  cancelled: 'Check cancelled: nothing was recorded',
} as const;

const Ended = ({
  job,
  state,
  onChange,
}: Pick<CheckStateProps, 'onChange'> & { job: ListedJob; state: keyof typeof endTitles }) => {
  const order = useStore(checks, ({ orders }) => orders[job.id]);
  return (
    <Alert
      color={state === 'failed' ? 'red' : 'gray'}
      title={endTitles[state]}
      withCloseButton
      closeButtonLabel="Close notice"
      onClose={() => close(job.id)}
      role={state === 'failed' ? 'alert' : 'status'}
    >
      <Stack gap="xs">
        {job.error !== undefined && <Text style={{ overflowWrap: 'anywhere' }}>{job.error}</Text>}
        {order && (
          <Group>
            <SmallButton changes onClick={() => onChange(order)}>
              Edit check…
            </SmallButton>
          </Group>
        )}
      </Stack>
    </Alert>
  );
};
