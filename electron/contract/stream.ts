import type { SignatureVerdict } from './attempt-check.ts';
import type { StoreState } from './figures.ts';
import type { RunKind, RunState } from './token-runs.ts';

/**
 * What the event stream carries (`GET /api/stream`, server-sent events). Announcements only: a listener rereads
 * what it shows. `id` rises by one with each announcement of a host's life.
 */
export type Announcement =
  | { type: 'delivery'; messageId: string; webhookId: string; status: string }
  | { type: 'message'; messageId: string; eventType: string }
  | { type: 'endpoint'; webhookId: string; change: 'created' | 'changed' | 'disabled' | 'deleted' }
  | { type: 'alert'; alertId: string; status: string }
  | { type: 'company'; companyId: string; change: 'created' | 'changed' | 'deleted' }
  | { type: 'connection'; companyId: string; connectionId: string; status: string }
  | { type: 'sync'; companyId: string; connectionId: string; datasetId: string; status: string }
  | {
      type: 'request';
      method: string;
      path: string;
      statusCode: number;
      correlationId: string;
      /** Its template; absent where no route matched. */
      route?: string;
      userAgent?: string;
    }
  /** The built-in receiver took a request. */
  | { type: 'received'; id: number; state: SignatureVerdict['state']; statusCode: number }
  | { type: 'clock'; now: string; paused: boolean }
  /** The local service's store ceased to take writes, or takes them again. */
  | { type: 'store'; state: StoreState }
  /** Disk space, the backlog or file descriptors came to their limits, or left them: see `GET /api/health`. */
  | { type: 'resources' }
  | { type: 'case'; caseId: string; revision: number; change: 'opened' | 'changed' | 'deleted' }
  /** Who is on the case, or what they edit, has changed. */
  | { type: 'presence'; caseId: string }
  | {
      type: 'job';
      jobId: string;
      kind: string;
      caseId?: string;
      state: string;
      done: number;
      total?: number;
      unit: string;
      text: string;
    }
  | {
      /** How far a run of a token migration is; rows are counted by state. */
      type: 'run';
      caseId: string;
      runId: string;
      kind: RunKind;
      state: RunState;
      rows: number;
      done: number;
      failed: number;
      syncing: number;
      /** Rows a minute over the last minute; absent while nothing is known. */
      perMinute?: number;
      /** ms; absent while nothing is known. */
      leftMs?: number;
      /** Of one that is paused: the reason. */
      why?: string;
      /** It paused by itself, as a threshold was passed. */
      byThreshold?: true;
    }
  /** Both mechanisms sent something, or the dual run of a case started or ended. */
  | { type: 'dual-run'; caseId: string; running: boolean }
  /** What an audit stream is, or how far it is, has changed. */
  | { type: 'audit'; streamId: string }
  /** People, their roles, access tokens or keys have changed. Whose is not told to everybody. */
  | { type: 'people' }
  /** What needs a second person has changed. */
  | { type: 'policy' }
  | { type: 'target'; targetId: string; change: 'added' | 'changed' | 'removed' }
  /** `elsewhere`: another process of the same store has changed something, and it is not known what. */
  | {
      type: 'sandbox';
      change: 'reset' | 'seeded' | 'cutover' | 'cutover-undone' | 'settings' | 'faults' | 'elsewhere';
    };

export type Announce = (announcement: Announcement) => void;
