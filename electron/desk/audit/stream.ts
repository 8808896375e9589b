import { canonical } from '#base/canonical.ts';
import { toIso } from '#base/clock.ts';
import { mask } from '#base/sealing.ts';
import type { AuditDetail, AuditFormat, AuditStream } from '#contract/audit.ts';
import type { AuditStreamNote } from '#contract/journal.ts';
import type { AuditStreamRow } from '#desk/store/audit-streams.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { AuditPoint } from './reading.ts';

/** A stream as it is kept: what it is, and how far it is, each sealed. */

export interface StreamSettings {
  readonly name: string;
  readonly url: string;
  readonly format: AuditFormat;
  readonly detail: AuditDetail;
  readonly from: 'now' | 'beginning';
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly caPem?: string;
  readonly paused: boolean;
  /** Of NDJSON: the present one first. `until`: ms UTC, of a former one. */
  readonly secrets: readonly { readonly text: string; readonly until?: number }[];
}

export interface Failing {
  readonly sinceMs: number;
  readonly attempts: number;
  readonly problem: string;
  /** When it is tried again. */
  readonly nextMs: number;
}

export interface StreamProgress {
  readonly point: AuditPoint;
  /** It rests once this entry of the journal was delivered: it is paused, or being removed. */
  readonly until?: number;
  readonly removing?: true;
  readonly failing?: Failing;
  readonly delivered?: { readonly atMs: number; readonly events: number };
  readonly rejected?: { readonly atMs: number; readonly events: number; readonly problem: string };
}

export interface Stream {
  readonly id: string;
  readonly createdMs: number;
  readonly settings: StreamSettings;
  readonly progress: StreamProgress;
}

type Keys = Pick<DeskContext, 'sealer' | 'authenticate'>;

const placeOf = (part: 'settings' | 'progress', id: string): string => `audit stream ${id} ${part}`;

export const sealedSettings = ({ sealer }: Keys, id: string, settings: StreamSettings): Buffer =>
  sealer.seal(JSON.stringify(settings), placeOf('settings', id));

export const sealedProgress = ({ sealer }: Keys, id: string, progress: StreamProgress): Buffer =>
  sealer.seal(JSON.stringify(progress), placeOf('progress', id));

export const rowOf = (keys: Keys, { id, createdMs, settings, progress }: Stream): AuditStreamRow => ({
  id,
  created: createdMs,
  settings: sealedSettings(keys, id, settings),
  progress: sealedProgress(keys, id, progress),
});

/** Undefined where they were not sealed here, or the key that they were sealed under is lost. */
export const openedSettings = (keys: Keys, row: AuditStreamRow): StreamSettings | undefined =>
  openedPart(keys, 'settings', row) as StreamSettings | undefined;

/** The same of how far it is. */
export const openedProgress = (keys: Keys, row: AuditStreamRow): StreamProgress | undefined =>
  openedPart(keys, 'progress', row) as StreamProgress | undefined;

const openedPart = ({ sealer }: Keys, part: 'settings' | 'progress', row: AuditStreamRow): unknown => {
  const text = sealer.openIfPossible(row[part], placeOf(part, row.id));
  return text === undefined ? undefined : JSON.parse(text);
};

/** Undefined where either can't be opened. */
export const opened = (keys: Keys, row: AuditStreamRow): Stream | undefined => {
  const settings = openedSettings(keys, row);
  const progress = openedProgress(keys, row);
  if (settings === undefined || progress === undefined) return undefined;
  return { id: row.id, createdMs: row.created, settings, progress };
};

/** What the journal keeps of a stream. */
export const noteOf = ({ authenticate }: Keys, id: string, settings: StreamSettings): AuditStreamNote => ({
  streamId: id,
  name: settings.name,
  origin: new URL(settings.url).origin,
  format: settings.format,
  detail: settings.detail,
  paused: settings.paused,
  settings: authenticate('audit stream', canonical(settings)),
});

/** @param waiting what was recorded and not delivered */
export const shownStream = (
  { id, createdMs, settings, progress }: Stream,
  waiting: { readonly changes: number; readonly since: string } | undefined,
  nowMs: number,
): AuditStream => {
  const { failing, delivered, rejected } = progress;
  const former = settings.secrets.find(({ until }) => until !== undefined && until > nowMs)?.until;
  return {
    id,
    name: settings.name,
    url: settings.url,
    format: settings.format,
    detail: settings.detail,
    headers: settings.headers.map(({ name, value }) => ({ name, value: mask(value) })),
    hasCa: settings.caPem !== undefined,
    created: toIso(createdMs),
    from: settings.from,
    state: stateOf(settings, progress, waiting !== undefined),
    ...(waiting === undefined ? {} : { behind: waiting }),
    ...(failing === undefined
      ? {}
      : {
          failing: {
            since: toIso(failing.sinceMs),
            attempts: failing.attempts,
            problem: failing.problem,
            next: toIso(failing.nextMs),
          },
        }),
    ...(delivered === undefined
      ? {}
      : { delivered: { at: toIso(delivered.atMs), events: delivered.events } }),
    ...(rejected === undefined
      ? {}
      : { rejected: { at: toIso(rejected.atMs), events: rejected.events, problem: rejected.problem } }),
    ...(former === undefined ? {} : { formerSecretUntil: toIso(former) }),
  };
};

const stateOf = (
  { paused }: StreamSettings,
  { removing, failing, until, point }: StreamProgress,
  isBehind: boolean,
): AuditStream['state'] => {
  if (removing) return 'ending';
  if (paused && point.seq >= (until ?? 0)) return 'paused';
  if (failing !== undefined) return 'failing';
  return isBehind ? 'behind' : 'current';
};

/** Nothing of it is known but what the journal says. */
export const shownLost = ({ id, note, at }: Known): AuditStream => ({
  id,
  name: note.name,
  url: note.origin,
  format: note.format as AuditFormat,
  detail: note.detail as AuditDetail,
  headers: [],
  hasCa: false,
  created: at,
  from: 'now',
  state: 'lost',
});

interface Known {
  readonly id: string;
  readonly note: AuditStreamNote;
  readonly at: string;
}
