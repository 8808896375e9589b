import {
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconHelpCircle,
  IconKey,
  IconWebhook,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CaseSummary, PartProgress } from '#contract/case.ts';
import type { CaseSort } from '#contract/case-list.ts';
import { nameIn } from '#contract/mentions-of-people.ts';
import { localTargetId } from '#contract/target.ts';
import { verdictLabel } from '#contract/verdict-labels.ts';
import { dateTime, dayTime } from '#renderer/lib/format.ts';
import { partyLabels, stateLabels } from '#renderer/lib/labels.ts';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { dueText } from './due-text.ts';
import classes from './worklist.module.css';

/** What the cells need besides their case. */
export interface CellContext {
  readonly now: number;
  readonly targetName: (targetId: string) => string;
}

export interface WorklistColumn {
  readonly id: string;
  readonly header: string;
  readonly sort: CaseSort;
  /** Of a track of the grid. */
  readonly width: string;
  /** The least, px: columns of a high `rank` go where there is no room. */
  readonly leastPx: number;
  readonly rank: number;
  /** Shown unless the person chose otherwise. */
  readonly atFirst: boolean;
  readonly cell: (one: CaseSummary, context: CellContext) => ReactNode;
}

const verdictIcons = {
  blocked: { Icon: IconBan, tone: 'bad' },
  undetermined: { Icon: IconHelpCircle, tone: 'attention' },
  eligible: { Icon: IconCircleCheck, tone: 'good' },
} as const;

const VerdictCell = ({ verdict, cutOver }: CaseSummary) => {
  if (verdict === undefined) return <span className={classes.muted}>Not checked</span>;
  const { Icon, tone } = verdictIcons[verdict];
  return (
    <span className={classes.marked} data-tone={tone}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {verdictLabel(verdict, cutOver)}
    </span>
  );
};

const NextCell = ({ next, nextSteps, state }: CaseSummary) => {
  if (next === undefined || state !== 'open') {
    return <NoValue means={state === 'open' ? 'all steps done or skipped' : 'the case is not open'} />;
  }
  const Icon = nextSteps.find(({ id }) => id === next.id)?.part === 'tokens' ? IconKey : IconWebhook;
  return (
    <span className={classes.marked} title={next.title}>
      <Icon size={14} stroke={1.6} aria-hidden />
      <span className={classes.cut}>{next.title}</span>
    </span>
  );
};

/** The parties that the next steps wait for. */
const waitingText = ({ nextSteps }: CaseSummary): string | undefined => {
  const parties = new Set(nextSteps.map(({ responsible }) => responsible));
  if (parties.size === 0) return undefined;
  if (parties.has('both') || (parties.has('integrator') && parties.has('support'))) return 'Both parties';
  return [...parties].map((party) => partyLabels[party]).join(', ');
};

const WaitingCell = (one: CaseSummary) => {
  const text = waitingText(one);
  if (text === undefined) return <NoValue means="nobody" />;
  const isOurs = one.nextSteps.some(({ responsible }) => responsible === 'support');
  return <span className={isOurs ? classes.ours : classes.others}>{text}</span>;
};

const ProgressCell = ({ one, part }: { one: CaseSummary; part: PartProgress['part'] }) => {
  const found = one.progress?.find((some) => some.part === part);
  if (found === undefined || found.total === 0) return <NoValue means="not part of the case" />;
  const { done, total } = found;
  const isBlocked = part === 'webhooks' && one.verdict === 'blocked' && one.state === 'open';
  return (
    <span className={classes.progress} title={`${done} of ${total} steps done or skipped`}>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${(100 * done) / total}%` }} />
        {done < total && <i data-blocked={isBlocked || undefined} style={{ width: `${100 / total}%` }} />}
      </span>
      <span className={classes.figures}>
        {done}/{total}
      </span>
    </span>
  );
};

const DueCell = ({ due, now }: { due: string | undefined; now: number }) => {
  if (due === undefined) return <NoValue means="no due date" />;
  const { text, isOverdue } = dueText(due, now);
  return (
    <time dateTime={due} title={dateTime(due)} className={isOverdue ? classes.overdue : undefined}>
      {text}
    </time>
  );
};

const WindowCell = ({ window: agreed, now }: { window: CaseSummary['window']; now: number }) => {
  if (agreed === undefined) return <NoValue means="none proposed" />;
  const title = `${dateTime(agreed.start)} to ${dateTime(agreed.end)}`;
  if (!agreed.agreed) return <span title={title}>Proposed</span>;
  const isPast = Date.parse(agreed.end) < now;
  return (
    <span title={title} className={isPast ? classes.muted : undefined}>
      {dayTime(agreed.start)}
    </span>
  );
};

export const worklistColumns: readonly WorklistColumn[] = [
  {
    ...{ id: 'name', header: 'Case', sort: 'name', width: 'minmax(120px, 1.5fr)', leastPx: 140 },
    ...{ rank: 0, atFirst: true },
    cell: ({ name, damaged }) => (
      <span className={classes.name} title={name}>
        <span className={classes.cut}>{name}</span>
        {damaged && <span className={classes.overdue}>Audit chain unreadable</span>}
      </span>
    ),
  },
  {
    ...{ id: 'integrator', header: 'Integrator', sort: 'integrator', width: 'minmax(100px, 1.2fr)' },
    ...{ leastPx: 120, rank: 6, atFirst: true },
    cell: ({ integrator }) => <span title={integrator}>{integrator}</span>,
  },
  {
    ...{ id: 'verdict', header: 'Eligibility', sort: 'verdict', width: '128px', leastPx: 128 },
    ...{ rank: 3, atFirst: true },
    cell: (one) => <VerdictCell {...one} />,
  },
  {
    ...{ id: 'next', header: 'Next step', sort: 'next', width: 'minmax(140px, 1.8fr)', leastPx: 170 },
    ...{ rank: 2, atFirst: true },
    cell: (one) => <NextCell {...one} />,
  },
  {
    ...{ id: 'waiting', header: 'Waiting on', sort: 'waiting', width: '96px', leastPx: 96 },
    ...{ rank: 4, atFirst: true },
    cell: (one) => <WaitingCell {...one} />,
  },
  {
    ...{ id: 'webhooks', header: 'Webhooks', sort: 'webhooks', width: '92px', leastPx: 92 },
    ...{ rank: 7, atFirst: true },
    cell: (one) => <ProgressCell one={one} part="webhooks" />,
  },
  {
    ...{ id: 'tokens', header: 'Tokens', sort: 'tokens', width: '92px', leastPx: 92, rank: 8, atFirst: true },
    cell: (one) => <ProgressCell one={one} part="tokens" />,
  },
  {
    ...{ id: 'owner', header: 'Owner', sort: 'owner', width: 'minmax(80px, 0.8fr)', leastPx: 96 },
    ...{ rank: 5, atFirst: true },
    cell: ({ owner }) =>
      owner === undefined ? (
        <span className={classes.muted}>Unassigned</span>
      ) : (
        <span title={owner}>{nameIn(owner)}</span>
      ),
  },
  {
    ...{ id: 'due', header: 'Due', sort: 'due', width: '100px', leastPx: 100, rank: 1, atFirst: true },
    cell: ({ due }, { now }) => <DueCell due={due} now={now} />,
  },
  {
    ...{ id: 'window', header: 'Migration window', sort: 'window', width: '124px', leastPx: 124 },
    ...{ rank: 9, atFirst: true },
    cell: (one, { now }) => <WindowCell window={one.window} now={now} />,
  },
  {
    ...{ id: 'state', header: 'State', sort: 'state', width: '72px', leastPx: 72, rank: 10, atFirst: false },
    cell: ({ state }) => (
      <span className={classes.marked}>
        {state === 'open' ? (
          <IconCircleDashed size={14} aria-hidden />
        ) : (
          <IconCircleCheck size={14} aria-hidden />
        )}
        {stateLabels[state]}
      </span>
    ),
  },
  {
    ...{ id: 'target', header: 'Target', sort: 'target', width: '110px', leastPx: 110, rank: 11 },
    atFirst: false,
    cell: ({ targetId }, { targetName }) =>
      targetId === localTargetId ? 'Local service' : targetName(targetId),
  },
  {
    ...{ id: 'updated', header: 'Updated', sort: 'updated', width: '124px', leastPx: 124, rank: 12 },
    atFirst: false,
    cell: ({ updated }) => <time dateTime={updated}>{updated === '' ? '' : dayTime(updated)}</time>,
  },
  {
    ...{ id: 'created', header: 'Created', sort: 'created', width: '124px', leastPx: 124, rank: 13 },
    atFirst: false,
    cell: ({ created }) => <time dateTime={created}>{created === '' ? '' : dayTime(created)}</time>,
  },
];

/** Status and name stay; those of the highest rank go until the rest has room. */
export const fittingColumns = (
  chosen: readonly WorklistColumn[],
  widthPx: number,
): readonly WorklistColumn[] => {
  const gapPx = 12;
  const fixedPx = 48;
  let shown = [...chosen];
  const needed = (): number => fixedPx + shown.reduce((sum, { leastPx }) => sum + leastPx + gapPx, 0);
  while (shown.length > 2 && widthPx > 0 && needed() > widthPx) {
    const least = Math.max(...shown.map(({ rank }) => rank));
    shown = shown.filter(({ rank }) => rank !== least);
  }
  return shown;
};
