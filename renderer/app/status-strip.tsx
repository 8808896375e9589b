import { Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  type IconClock,
  IconLoader2,
  IconPlayerPause,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import type { Health } from '#contract/about.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import { nameOfDesk, useShownTeam } from '#renderer/lib/desks.ts';
import { clockTime } from '#renderer/lib/format.ts';
import { type Connection, connection } from '#renderer/lib/live-state.ts';
import { useHealth } from '#renderer/lib/use-health.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import classes from './status-strip.module.css';
import { StripClock } from './strip-clock.tsx';

/** The local service and the connection to the desk, below every screen. */
export const StatusStrip = () => {
  const { data: health, dataUpdatedAt, error } = useHealth();
  const team = useShownTeam();
  const state = stateOf(useStore(connection), health, error, team && nameOfDesk(team));
  return (
    <div
      className={classes.strip}
      data-attention={state.tone === undefined ? undefined : true}
      data-virtual={health?.clock.mode === 'virtual' || undefined}
    >
      <Tooltip label={state.detail} disabled={state.detail === undefined} multiline maw={360}>
        <span role="status" className={classes.state} data-tone={state.tone}>
          <state.icon size={14} stroke={1.8} aria-hidden />
          {state.text}
        </span>
      </Tooltip>
      {health && <Figures health={health} />}
      {health && <StripClock health={health} readAt={dataUpdatedAt} />}
    </div>
  );
};

interface State {
  readonly text: string;
  readonly icon: typeof IconClock;
  readonly tone?: 'bad' | 'attention';
  readonly detail?: string;
}

/** @param desk of a team, by its name, in the app */
const stateOf = (link: Connection, health: Health | undefined, error: unknown, desk?: string): State =>
  linkState(link, desk) ?? serviceState(health, error, desk);

/** undefined: what is shown follows the desk as it happens. */
const linkState = ({ live, host }: Connection, desk?: string): State | undefined => {
  if (host?.state === 'restarting') {
    const detail = host.text ?? 'Input is kept, and the screen updates when Carryover is back.';
    return { text: 'Restarting', icon: IconLoader2, tone: 'attention', detail };
  }
  switch (live.state) {
    case 'connecting':
      return connecting(desk);
    case 'lost':
      return {
        text: `Reconnecting${desk === undefined ? '' : ` to ${desk}`} · last update ${clockTime(live.since)}`,
        icon: IconPlugConnectedX,
        tone: 'attention',
        detail: 'Figures may be old. Input is kept, and the screen updates when the connection is back.',
      };
    case 'signed-out':
      return { text: 'Signed out', icon: IconPlugConnectedX, tone: 'bad' };
    default:
      return undefined;
  }
};

const storeTexts = {
  full: 'disk full',
  damaged: 'store damaged',
  'read-only': 'store read-only',
  gone: 'store moved or removed',
  failing: 'store not writable',
} as const satisfies Record<Exclude<Health['store'], 'ok'>, string>;

const connecting = (desk: string | undefined): State => ({
  text: desk === undefined ? 'Connecting…' : `Connecting to ${desk}…`,
  icon: IconLoader2,
});

const serviceState = (health: Health | undefined, error: unknown, desk?: string): State => {
  if (health === undefined) {
    const text = desk === undefined ? 'Local service: status not available' : `${desk} not reached`;
    return error ? { text, icon: IconAlertTriangle, tone: 'attention' } : connecting(desk);
  }
  if (health.store !== 'ok') {
    return { text: `Local service: ${storeTexts[health.store]}`, icon: IconCircleX, tone: 'bad' };
  }
  const { disk, backlog } = health.resources;
  if (disk.state === 'refusing' || backlog.state === 'refusing') {
    return { text: 'Local service: new events refused', icon: IconAlertTriangle, tone: 'attention' };
  }
  return health.clock.paused
    ? { text: 'Local service paused', icon: IconPlayerPause, tone: 'attention' }
    : { text: 'Local service running', icon: IconCircleCheck };
};

const Figures = ({ health: { apiUrl, deliveriesPerMinute, waiting, endpoints } }: { health: Health }) => {
  const troubled = endpoints.disabledByService + endpoints.failing;
  return (
    <>
      <span className={classes.address}>
        <code>{apiUrl}</code>
        <CopyButton value={apiUrl} what="address" size={20} />
      </span>
      <span className={classes.figures}>
        <span className={classes.rate}>{formatNumber(deliveriesPerMinute)} deliveries/min</span>
        <span>{formatNumber(waiting)} waiting</span>
        <span>{formatCount(endpoints.total, 'endpoint')}</span>
      </span>
      {troubled > 0 && (
        <Link to="/endpoints" className={classes.trouble}>
          <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
          {formatNumber(troubled)} {troubled === 1 ? 'needs' : 'need'} attention
        </Link>
      )}
    </>
  );
};
