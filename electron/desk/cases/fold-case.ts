import type { CaseAction, Step } from '#contract/case.ts';
import type { CaseState, Changes } from './state.ts';

type Kind = Extract<
  CaseAction['kind'],
  | Exclude<`case.${string}`, 'case.opened'>
  | `contact.${string}`
  | `note.${string}`
  | `attachment.${string}`
  | `step.${string}`
  | 'content.erased'
>;

/** What entries about the case itself change: its name, its people, its papers, its steps. */
export const foldCase: Changes<Exclude<Kind, 'case.opened'>> = {
  'case.changed': (_state, { changes: { clientId, owner, ...changes } }) => ({
    ...changes,
    ...(clientId === undefined ? {} : { clientId: clientId ?? undefined }),
    ...(owner === undefined ? {} : { owner: owner ?? undefined }),
  }),
  'case.closed': () => ({ state: 'closed' }),
  'case.reopened': () => ({ state: 'open' }),
  'case.archived': () => ({ state: 'archived' }),
  'contact.added': ({ contacts }, { contact }) => ({ contacts: [...contacts, contact] }),
  'contact.changed': ({ contacts }, { contact }) => ({
    contacts: contacts.map((one) => (one.id === contact.id ? contact : one)),
  }),
  'contact.removed': ({ contacts }, { id }) => ({ contacts: contacts.filter((one) => one.id !== id) }),
  'note.added': ({ notes }, { id, text }, { at, actor }) => ({
    notes: [...notes, { id, text, by: actor, at }],
  }),
  'note.changed': ({ notes }, { id, text }, { at }) => ({
    notes: notes.map((note) => (note.id === id ? { ...note, text, changed: at } : note)),
  }),
  'note.removed': ({ notes }, { id }) => ({ notes: notes.filter((note) => note.id !== id) }),
  'attachment.added': ({ attachments }, { attachment }, { at, actor }) => ({
    attachments: [...attachments, { ...attachment, by: actor, at }],
  }),
  'attachment.removed': ({ attachments }, { id }) => ({
    attachments: attachments.filter((one) => one.id !== id),
  }),
  /** The contents that it names are gone from their entries already. */
  'content.erased': ({ attachments }, { attachments: digests }) => ({
    attachments: attachments.map((one) => (digests.includes(one.digest) ? { ...one, erased: true } : one)),
  }),
  'step.added': ({ steps }, { step }, { at }) => ({
    steps: [...steps, { ...step, state: 'open', since: at }],
  }),
  'step.changed': ({ steps, moved }, { reason: _, ...change }, { at, actor, seq }) => ({
    steps: steps.map((step) => (step.id === change.id ? changedStep(step, change, at, actor) : step)),
    ...(change.state === undefined ? {} : { moved: new Map(moved).set(change.id, seq) }),
  }),
};

const changedStep = (
  step: CaseState['steps'][number],
  { due, state, ...change }: { due?: string | null; state?: Step['state'] },
  at: string,
  actor: string,
): Step => {
  const { due: dueBefore, reopened: wasReopened, ...rest } = { ...step, ...change };
  const moved = state !== undefined && state !== step.state;
  const reopened = moved ? state === 'open' && step.state === 'done' : wasReopened === true;
  const dueNow = due === undefined ? dueBefore : due;
  return {
    ...rest,
    ...(moved ? { state, since: at, by: actor } : {}),
    ...(reopened ? { reopened } : {}),
    ...(dueNow === null || dueNow === undefined ? {} : { due: dueNow }),
  };
};
