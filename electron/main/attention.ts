import type { Opening } from '#contract/bridge.ts';
import type { NotificationKind } from '#contract/notification-settings.ts';
import type { Announcement } from '#contract/stream.ts';
import type { RunState } from '#contract/token-runs.ts';

/** Something that waits for a person, and what shows it. */
export interface Attention {
  readonly kind: NotificationKind;
  readonly title: string;
  readonly body: string;
  readonly opening: Opening;
}

type RunAnnouncement = Extract<Announcement, { type: 'run' }>;

const endings: Partial<Record<RunState, Pick<Attention, 'kind'> & { readonly text: string }>> = {
  done: { kind: 'runEnded', text: 'is done' },
  paused: { kind: 'runPaused', text: 'is paused' },
  interrupted: { kind: 'runPaused', text: 'was interrupted' },
};
const kinds: Record<RunAnnouncement['kind'], string> = {
  pilot: 'The pilot',
  run: 'The token migration',
  retry: 'The retry',
  rehearsal: 'The rehearsal',
  check: 'The check',
  undo: 'The undoing',
};
/** Of a reason, as much as a notification shows. */
const longestWhy = 160;

/**
 * Which announcements need someone: a run that has come to rest, and an endpoint that was disabled. A run announces its
 * state again and again; only the change counts.
 */
export const createAttention = (): ((announcement: Announcement) => Attention | undefined) => {
  const seen = new Map<string, RunState>();
  return (announcement) => {
    if (announcement.type === 'endpoint') {
      return announcement.change === 'disabled' ? ofEndpoint(announcement.webhookId) : undefined;
    }
    if (announcement.type !== 'run') return undefined;
    const { runId, state } = announcement;
    if (seen.get(runId) === state) return undefined;
    seen.set(runId, state);
    const ending = endings[state];
    return ending && ofRun(announcement, ending.kind, ending.text);
  };
};

const ofRun = (run: RunAnnouncement, kind: NotificationKind, ending: string): Attention => {
  const { caseId, runId, rows, done, failed, state, why } = run;
  const letters = [...(why ?? '')];
  const reason = letters.length > longestWhy ? `${letters.slice(0, longestWhy).join('')}…` : letters.join('');
  const counts = `${done} of ${rows} companies are done${failed === 0 ? '' : `, ${failed} failed`}.`;
  return {
    kind,
    title: `${kinds[run.kind]} ${ending}${state === 'paused' && run.byThreshold === true ? ' by a threshold' : ''}`,
    body: reason === '' ? counts : `${reason} ${counts}`,
    opening: { type: 'run', caseId, runId },
  };
};

const ofEndpoint = (endpointId: string): Attention => ({
  kind: 'endpointDisabled',
  title: 'An endpoint was disabled',
  body: 'Nothing more is sent to it until it is enabled again. Click to see why.',
  opening: { type: 'endpoint', endpointId },
});
