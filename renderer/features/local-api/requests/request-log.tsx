import { Button } from '@mantine/core';
import { IconApiOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { RequestEntry } from '#contract/request-log.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useKeyedLog } from '#renderer/lib/use-keyed-log.ts';
import { useNewer } from '#renderer/lib/use-newer.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { LogRows } from '#renderer/ui/log-rows.tsx';
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
  const [opened, setOpened] = useState<RequestEntry>();
  const log = useKeyedLog<RequestEntry>({
    queryKey: [...(paused ? pausedKey : keys.requests), isDeprecated],
    path: '/api/requests',
    query: isDeprecated ? { deprecated: 'true' } : {},
  });
  const newer = useNewer(
    'request',
    log.follows && !paused,
    ({ path }) => !isDeprecated || alertsPath.test(path),
  );
  const columns = useMemo(() => requestColumns(setOpened), []);
  return (
    <>
      <LogRows
        noun="request"
        log={log}
        columns={columns}
        newer={newer}
        onNewest={paused ? onFollow : log.restart}
        empty={isDeprecated ? noDeprecatedCalls : noRequests}
      />
      <RequestDrawer entry={opened} onClose={() => setOpened(undefined)} />
    </>
  );
};

/** `/rules/alerts`, `/rules/{ruleId}/alerts`, `/rules/alerts/{alertId}`. */
const alertsPath = /^\/rules\/(?:alerts(?:\/[^/]+)?|[^/]+\/alerts)\/?$/;

const noDeprecatedCalls = (
  <Empty
    icon={<IconApiOff aria-hidden />}
    title="No deprecated calls"
    text="Point the integrator's code at the local API to see whether it calls the alerts endpoints."
  />
);

const noRequests = (
  <Empty
    icon={<IconApiOff aria-hidden />}
    title="No requests yet"
    text="Point code at the local API, or copy a call from the snippets."
    action={
      <Button component={Link} to="/local-api/snippets" variant="default">
        Show snippets
      </Button>
    }
  />
);
