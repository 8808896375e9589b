import type { QueryClient } from '@tanstack/react-query';
import type { Announcement } from '#contract/stream.ts';
import { keys } from './keys.ts';
import { tokenKeys } from './token-queries.ts';

type Key = readonly unknown[];

/** Which readings an announcement makes stale. */
export const staleBy = (announcement: Announcement): readonly Key[] => {
  switch (announcement.type) {
    case 'delivery':
    case 'message':
      return [keys.messages.all, keys.endpoints.all, keys.health, keys.clock.upcoming];
    case 'endpoint':
      return [keys.endpoints.all, keys.health];
    case 'alert':
      return [keys.clock.upcoming];
    case 'company':
    case 'connection':
      return [keys.companies];
    case 'sync':
      return [keys.companies, keys.clock.upcoming];
    case 'request':
      return [keys.requests];
    case 'received':
      return [keys.receiver];
    case 'clock':
      return [keys.clock.all, keys.health];
    case 'store':
    case 'resources':
      return [keys.health];
    case 'case':
      return [keys.cases.list, keys.cases.of(announcement.caseId), keys.approvals, keys.notifications];
    case 'presence':
      return [keys.cases.presence(announcement.caseId)];
    case 'job':
      // Progress changes nothing of the case: what the job found is written into it at the end.
      return announcement.caseId === undefined || announcement.state === 'running'
        ? [keys.jobs.all]
        : [keys.jobs.all, keys.cases.of(announcement.caseId)];
    case 'run':
      // What a run means for the runbook is written into the case when it starts, pauses and ends.
      return [tokenKeys.all(announcement.caseId)];
    case 'dual-run':
      return [keys.cases.dualRun(announcement.caseId)];
    case 'target':
      return [keys.targets];
    case 'people':
      // Who may decide about an approval, and is told of it, follows from roles.
      return [keys.session, keys.people, keys.account, keys.approvalKeys, keys.approvals, keys.notifications];
    case 'policy':
      return [keys.policies];
    case 'audit':
      return [keys.auditStreams];
    case 'sandbox':
      return [
        keys.settings,
        keys.sandboxes,
        keys.faults,
        keys.cutover,
        keys.endpoints.all,
        keys.messages.all,
        keys.companies,
        keys.requests,
        keys.clock.all,
        keys.health,
      ];
    default:
      return [];
  }
};

/** What one act announces comes within this, and is reread together. */
const togetherMs = 20;
/** From one rereading to the next: 200 announcements a second must not mean 200 readings. */
const gatherMs = 400;

/** Rereads what announcements made stale: soon after a quiet time, else once in `gatherMs`, and only if it is on the screen. */
export const createRereading = (client: QueryClient) => {
  const waiting = new Map<string, Key>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let rereadAt = Number.NEGATIVE_INFINITY;
  const gather = (): void => {
    if (waiting.size === 0 || timer !== undefined) return;
    timer = setTimeout(reread, Math.max(togetherMs, rereadAt + gatherMs - performance.now()));
  };
  const reread = (): void => {
    timer = undefined;
    rereadAt = performance.now();
    for (const [text, queryKey] of waiting) {
      const underWay = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }).length > 0;
      // A reading that began before the announcement may not know of it: it is read once more when it has ended.
      if (!underWay) waiting.delete(text);
      void client.invalidateQueries({
        queryKey,
        predicate: ({ state }) => state.fetchStatus !== 'fetching',
      });
    }
    gather();
  };
  return {
    announced(announcement: Announcement): void {
      for (const key of staleBy(announcement)) waiting.set(JSON.stringify(key), key);
      gather();
    },
    everything(): void {
      void client.invalidateQueries();
    },
  };
};
