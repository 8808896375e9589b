import { IconApiOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '#contract/format.ts';
import type { RequestEntry } from '#contract/request-log.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useKeyedLog } from '#renderer/lib/use-keyed-log.ts';
import { useNewer } from '#renderer/lib/use-newer.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loading } from '#renderer/ui/loading.tsx';
import { LogRows } from '#renderer/ui/log-rows.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { requestColumns } from './request-columns.tsx';
import { RequestDrawer } from './request-drawer.tsx';

interface RequestLogProps {
  readonly isDeprecated: boolean;
  /** New requests are counted and not shown. */
  readonly paused: boolean;
  readonly onFollow: () => void;
}

/** Outside `keys.requests`, so that announcements do not reread a paused log. */
const pausedKey = ['paused-requests'] as const;

export const RequestLog = ({ isDeprecated, paused, onFollow }: RequestLogProps) => {
  const [sight, setSight] = useState({ from: 0, to: 30 });
  const [opened, setOpened] = useState<RequestEntry>();
  const log = useKeyedLog<RequestEntry>({
    queryKey: [...(paused ? pausedKey : keys.requests), isDeprecated],
    path: '/api/requests',
    query: isDeprecated ? { deprecated: 'true' } : {},
    ...sight,
  });
  const newer = useNewer(
    'request',
    log.follows && !paused,
    ({ path }) => !isDeprecated || alertsPath.test(path),
  );
  const columns = useMemo(() => requestColumns(setOpened), []);
  if (log.error)
    return <ErrorNotice title="Requests could not be loaded" error={log.error} onRetry={log.reread} />;
  if (log.isPending) return <Loading text="Loading requests…" />;
  if (log.ended && log.count === 0 && newer === 0) return <NoRequests isDeprecated={isDeprecated} />;
  return (
    <>
      <LogRows
        label="Requests"
        log={log}
        columns={columns}
        sight={sight}
        onSight={setSight}
        newer={newer > 0 ? formatCount(newer, 'newer request') : undefined}
        onNewest={() => {
          if (paused) onFollow();
          else log.restart();
        }}
      />
      <RequestDrawer entry={opened} onClose={() => setOpened(undefined)} />
    </>
  );
};

/** `/rules/alerts`, `/rules/{ruleId}/alerts`, `/rules/alerts/{alertId}`. */
const alertsPath = /^\/rules\/(?:alerts(?:\/[^/]+)?|[^/]+\/alerts)\/?$/;

const NoRequests = ({ isDeprecated }: { isDeprecated: boolean }) =>
  isDeprecated ? (
    <Empty
      icon={<IconApiOff aria-hidden />}
      title="No deprecated calls"
      text="Point the integrator's code at the local API to see whether it calls the alerts endpoints."
    />
  ) : (
    <Empty
      icon={<IconApiOff aria-hidden />}
      title="No requests yet"
      text={
        <>
          Point code at the local API, or copy a call from{' '}
          <TextLink to="/local-api/snippets" inherit>
            Snippets
          </TextLink>
          .
        </>
      }
    />
  );
