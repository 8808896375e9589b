import { Button } from '@mantine/core';
import { IconApiOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { RequestEntry } from '#contract/request-log.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useKeyedLog } from '#renderer/lib/use-keyed-log.ts';
import { useNewer } from '#renderer/lib/use-newer.ts';
import { useStepKeys } from '#renderer/lib/use-step-keys.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { LogRows } from '#renderer/ui/log-rows.tsx';
import { type Filters, queryOf } from './filters.ts';
import { requestColumns } from './request-columns.tsx';
import { useRequestLayout } from './request-layout.ts';

interface RequestLogProps {
  readonly filters: Filters;
  readonly chosen: string | undefined;
  readonly onChoose: (requestId: string) => void;
  readonly onClear: () => void;
}

const idOf = ({ id }: RequestEntry): string => id;

export const RequestLog = (props: RequestLogProps) => {
  const { filters, chosen, onChoose, onClear } = props;
  const log = useKeyedLog<RequestEntry>({
    idOf,
    queryKey: [...keys.requests, filters],
    path: '/api/requests',
    query: queryOf(filters),
  });
  const announced = useNewer('request', log.follows, (request) => mayMatch(request, filters));
  const layout = useRequestLayout();
  const { isSplit, hasCaller, hasDuration } = layout;
  const columns = useMemo(
    () => requestColumns({ isSplit, hasCaller, hasDuration }),
    [isSplit, hasCaller, hasDuration],
  );
  useStepKeys(log, idOf, chosen, onChoose);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <LogRows
      noun="request"
      log={log}
      columns={columns}
      newer={log.follows ? log.above : Math.max(announced, log.above)}
      onNewest={log.restart}
      empty={isFiltered ? <NoMatches filters={filters} onClear={onClear} /> : noRequests}
      rowId={idOf}
      rowName={({ method, path }) => `${method} ${path}`}
      isShown={({ id }) => id === chosen}
      onChoose={({ id }) => onChoose(id)}
      onMove={({ id }) => onChoose(id)}
      onOpen={({ id }) => onChoose(id)}
    />
  );
};

/** `/rules/alerts`, `/rules/{ruleId}/alerts`, `/rules/alerts/{alertId}`. */
const alertsPath = /^\/rules\/(?:alerts(?:\/[^/]+)?|[^/]+\/alerts)\/?$/;

interface Announced {
  readonly method: string;
  readonly path: string;
  readonly statusCode: number;
  readonly correlationId: string;
  readonly userAgent?: string;
}

/** Whether a request that came is one of the filter, as far as its announcement tells. */
const mayMatch = (request: Announced, { show, method, status, search, caller, until }: Filters): boolean => {
  const { path, statusCode, correlationId, userAgent = '' } = request;
  const isIn = (part: string, text: string): boolean => text.toLowerCase().includes(part.toLowerCase());
  return (
    until === undefined &&
    (show === undefined || alertsPath.test(path)) &&
    (method === undefined || method === request.method) &&
    (status === undefined || isStatus(status, statusCode)) &&
    (search === undefined || isIn(search, path) || search.toLowerCase() === correlationId) &&
    (caller === undefined || isIn(caller, userAgent))
  );
};

const isStatus = (status: string, code: number): boolean => {
  if (status === 'none') return code === 0;
  return status.endsWith('xx') ? status[0] === String(code)[0] : status === String(code);
};

const NoMatches = ({ filters, onClear }: { filters: Filters; onClear: () => void }) => (
  <Empty
    icon={<IconApiOff aria-hidden />}
    title={filters.show === 'deprecated' ? 'No deprecated calls' : 'No matching requests'}
    text={
      filters.show === 'deprecated'
        ? "Point the integrator's code at the local API to see whether it calls the alerts endpoints."
        : 'Remove a filter to see more.'
    }
    action={
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    }
  />
);

const noRequests = (
  <Empty
    icon={<IconApiOff aria-hidden />}
    title="No requests yet"
    text="Point code at the local API, or send a request from here."
    action={
      <Button component={Link} to="/local-api/runner" variant="default">
        Send a request
      </Button>
    }
  />
);
