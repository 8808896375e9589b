import { ActionIcon, Progress } from '@mantine/core';
import {
  IconActivity,
  IconAlertCircle,
  IconCircleCheck,
  IconKey,
  IconLoader2,
  IconPlayerPause,
  IconPlayerStop,
  IconRotate,
  IconWebhook,
} from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes, formatDuration, formatNumber } from '#contract/format.ts';
import type { RunningItem, RunningList } from '#contract/running.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { weekday } from '#renderer/lib/format.ts';
import { keys } from '#renderer/lib/keys.ts';
import { ConfirmAction } from '#renderer/ui/confirm-action.tsx';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { Unread } from '#renderer/ui/unread.tsx';
import classes from './worklist.module.css';

const rereadMs = 3000;
const fewest = 4;
const runningKey = [...keys.jobs.all, 'running'];

/** Runs, soaks, observations, jobs and bulk resends in progress; nothing where there are none. */
export const RunningSection = () => {
  const query = useApiQuery<RunningList>(runningKey, '/api/running', {
    refetchInterval: ({ state }) => ((state.data?.results.length ?? 0) > 0 ? rereadMs : 5 * rereadMs),
  });
  const [all, setAll] = useState(false);
  const { results = [], unread = 0, resendsUnread = false } = query.data ?? {};
  const notice = <Unread query={query} what="Running work" />;
  if (results.length === 0 && unread === 0 && !resendsUnread) return notice;
  const shown = all ? results : results.slice(0, fewest);
  return (
    <section className={classes.running} aria-label="Running">
      {notice}
      <h2>
        Running <span>{formatNumber(results.length)}</span>
      </h2>
      <ul>
        {shown.map((item) => (
          <Item key={`${item.kind} ${item.id}`} item={item} />
        ))}
      </ul>
      {unread > 0 && <p>{formatNumber(unread)} cases could not be read; their runs are not listed.</p>}
      {resendsUnread && <p>Bulk resends of the local service could not be read; none is listed.</p>}
      {results.length > fewest && (
        <SmallButton variant="subtle" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${formatNumber(results.length)}`}
        </SmallButton>
      )}
    </section>
  );
};

const icons = {
  run: IconKey,
  soak: IconWebhook,
  observation: IconActivity,
  job: IconLoader2,
  resend: IconRotate,
} as const;
const screens = { run: 'tokens', soak: 'cutover', observation: 'eligibility', job: '' } as const;

const Name = ({ item: { kind, id, caseId, caseName, what } }: { item: RunningItem }) => {
  if (kind === 'resend') return <TextLink to={`/messages?resend=${id}`}>{what}</TextLink>;
  return (
    <>
      {caseId === undefined ? undefined : (
        <TextLink to={`/cases/${caseId}/${screens[kind]}`}>{caseName ?? 'Case'}</TextLink>
      )}{' '}
      {labelOf({ kind, what })}
    </>
  );
};

const labelOf = ({ kind, what }: Pick<RunningItem, 'kind' | 'what'>): string =>
  kind === 'observation' ? `Observation ${what}` : what;

const Item = ({ item }: { item: RunningItem }) => {
  const { kind, caseName, done, total, leftMs, state } = item;
  const Icon = icons[kind];
  const label = labelOf(item);
  return (
    <li className={classes.item}>
      <Icon size={14} stroke={1.6} aria-hidden />
      <span title={`${caseName ?? ''} ${label}`}>
        <Name item={item} />
      </span>
      <Progress.Root size={4}>
        <Progress.Section
          value={total === undefined || total === 0 || done === undefined ? 100 : (100 * done) / total}
          color={state === 'running' ? undefined : 'gray'}
          animated={total === undefined}
          striped={total === undefined}
          aria-label={`Progress of ${label}`}
        />
      </Progress.Root>
      <span className={classes.right}>{figures(item)}</span>
      <span className={classes.wide}>
        {state === 'running'
          ? leftMs !== undefined && `${formatDuration(leftMs)} left`
          : state === 'paused'
            ? 'Paused'
            : 'Interrupted'}
      </span>
      <Outcome item={item} />
      <Stop item={item} />
    </li>
  );
};

const figures = ({ done, total, unit, text }: RunningItem): string => {
  if (done === undefined || unit === 'calls') return text ?? '';
  const show =
    { time: (ms: number) => formatDuration(ms, 1), bytes: formatBytes }[unit as string] ?? formatNumber;
  const noun = unit === 'time' || unit === 'bytes' ? '' : ` ${unit}`;
  return total === undefined ? (text ?? '') : `${show(done)} of ${show(total)}${noun}`;
};

const Outcome = ({ item: { failed, ends, text } }: { item: RunningItem }) => {
  if (failed === undefined)
    return <span className={classes.others}>{ends ? `Ends ${weekday(ends)}` : text}</span>;
  const Icon = failed > 0 ? IconAlertCircle : IconCircleCheck;
  return (
    <span className={classes.marked} data-tone={failed > 0 ? 'bad' : 'good'}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {formatNumber(failed)} failed
    </span>
  );
};

interface HowToStop {
  readonly stop: () => Promise<unknown>;
  readonly label: string;
  /** What it takes away; left out: it can be resumed. */
  readonly warning?: string;
}

/** A run is paused, a job or a bulk resend cancelled; a soak or an observation ends on its own screen. */
const howToStop = ({ kind, id, caseId, what, state }: RunningItem): HowToStop | undefined => {
  const noun = what.toLowerCase();
  if (kind === 'job') {
    const warning = 'It cannot be resumed: the next one starts from the beginning.';
    return { stop: () => api.post(`/api/jobs/${id}/cancel`), label: `Cancel ${noun}`, warning };
  }
  if (kind === 'resend') {
    const warning = 'Queued deliveries are still sent; the rest is not.';
    return { stop: () => api.post(`/api/resends/${id}/cancel`), label: `Cancel ${noun}`, warning };
  }
  if (kind !== 'run' || state !== 'running' || what === 'Rehearsal') return undefined;
  return { stop: () => api.post(`/api/cases/${caseId}/tokens/runs/pause`), label: `Pause ${noun}` };
};

const Stop = ({ item }: { item: RunningItem }) => {
  const how = howToStop(item);
  return how === undefined ? <span /> : <StopButton how={how} noun={item.what.toLowerCase()} />;
};

interface StopButtonProps {
  readonly how: HowToStop;
  readonly noun: string;
}

const StopButton = ({ how: { stop: act, label, warning }, noun }: StopButtonProps) => {
  const stop = useApiMutation(act, {
    rereads: [runningKey, keys.resends.all],
    onError: (error) => notifyFailed('Not stopped', error),
  });
  const Icon = warning === undefined ? IconPlayerPause : IconPlayerStop;
  const icon = (press: () => void) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={label}
      title={label}
      loading={stop.isPending}
      onClick={press}
    >
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
  if (warning === undefined) return icon(() => stop.mutate());
  return (
    <ConfirmAction
      trigger={icon}
      title={`${label}?`}
      text={warning}
      action={label}
      cancel={`Keep ${noun}`}
      isDangerous
      doing={stop}
      onConfirm={(close) => {
        close();
        stop.mutate();
      }}
    />
  );
};
