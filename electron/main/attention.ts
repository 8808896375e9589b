import type { Opening } from '#contract/bridge.ts';
import type { Announcement } from '#contract/stream.ts';
import type { RunState } from '#contract/token-runs.ts';

/** Something that waits for a person, and what shows it. */
export interface Attention {
  readonly title: string;
  readonly body: string;
  readonly opening: Opening;
}

type RunAnnouncement = Extract<Announcement, { type: 'run' }>;

const endings: Partial<Record<RunState, string>> = {
  done: 'is done',
  paused: 'is paused',
  interrupted: 'was interrupted',
};
const kinds: Record<RunAnnouncement['kind'], string> = {
  pilot: 'The pilot',
  run: 'The token migration',
  retry: 'The retry',
  rehearsal: 'The rehearsal',
  check: 'The check',
  undo: 'The undoing',
};

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
    return ending === undefined ? undefined : ofRun(announcement, ending);
  };
};

const ofRun = ({ kind, caseId, rows, done, failed }: RunAnnouncement, ending: string): Attention => ({
  title: `${kinds[kind]} ${ending}`,
  body: `${done} of ${rows} companies are done${failed === 0 ? '' : `, ${failed} failed`}.`,
  opening: { type: 'case', caseId },
});

const ofEndpoint = (endpointId: string): Attention => ({
  title: 'An endpoint was disabled',
  body: 'Nothing more is sent to it until it is enabled again. Click to see why.',
  opening: { type: 'endpoint', endpointId },
});
