import { type Cancel, systemTime } from '#base/clock.ts';
import type { PresenceRequest, PresentPerson } from '#contract/presence.ts';
import type { Announce } from '#contract/stream.ts';
import type { Caller } from './people.ts';

/** Pages tell of themselves every 20 s: one that misses two is gone. */
const goneMs = 45_000;
/** More tabs than anybody looks at. */
const mostPages = 20;

type Who = Pick<Caller, 'personId' | 'login' | 'name'>;

/**
 * Who looks at which case, in the memory of the process that has the desk: after a takeover the pages connect again and
 * tell of themselves again.
 */
export interface Present {
  /** A page shows a case, and no other one. */
  note(who: Who, caseId: string, request: PresenceRequest): void;
  /** A page left, or its stream ended. */
  leave(personId: string, page: string): void;
  on(caseId: string): PresentPerson[];
  stop(): void;
}

interface Shown {
  readonly who: Who;
  readonly page: string;
  readonly caseId: string;
  readonly editing: readonly string[];
  readonly untilMs: number;
}

export const createPresent = (
  announce: Announce,
  time: Pick<typeof systemTime, 'now' | 'after'> = systemTime,
): Present => {
  /** The one that told of itself last comes last. */
  const pages = new Map<string, Shown>();
  let cancel: Cancel | undefined;
  const keyOf = (personId: string, page: string): string => `${personId} ${page}`;
  const remove = (key: string): void => {
    const shown = pages.get(key);
    if (shown === undefined) return;
    pages.delete(key);
    announce({ type: 'presence', caseId: shown.caseId });
  };
  const removeGone = (): void => {
    for (const [key, { untilMs }] of pages) if (untilMs <= time.now()) remove(key);
  };
  const watch = (): void => {
    cancel?.();
    cancel = undefined;
    removeGone();
    const [first] = pages.values();
    if (first !== undefined) cancel = time.after(first.untilMs - time.now(), watch, { unref: true });
  };
  return {
    note(who, caseId, { page, editing = [] }) {
      const key = keyOf(who.personId, page);
      const before = pages.get(key);
      if (before !== undefined && before.caseId !== caseId) remove(key);
      pages.delete(key);
      const all = [...new Set(editing)].sort();
      pages.set(key, { who, page, caseId, editing: all, untilMs: time.now() + goneMs });
      const own = [...pages].filter(([, shown]) => shown.who.personId === who.personId);
      for (const [oldest] of own.slice(0, -mostPages)) remove(oldest);
      if (before?.caseId !== caseId || before.editing.join() !== all.join())
        announce({ type: 'presence', caseId });
      watch();
    },
    leave(personId, page) {
      remove(keyOf(personId, page));
    },
    on(caseId) {
      removeGone();
      const people = new Map<string, PresentPerson>();
      for (const { who, editing, ...shown } of pages.values()) {
        if (shown.caseId !== caseId) continue;
        const { personId: id, login, name } = who;
        const others = people.get(id)?.editing ?? [];
        people.set(id, { id, login, name, editing: [...new Set([...others, ...editing])] });
      }
      return [...people.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'));
    },
    stop() {
      cancel?.();
    },
  };
};
