import type { Cancel, systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { Oidc } from '#desk/people/oidc/oidc.ts';
import type { People } from '#desk/people/people.ts';
import { isSameAccount } from '#desk/people/people-state.ts';
import type { KeptSignIn } from './kept.ts';
import type { Standings } from './standings.ts';

/** So that whoever leaves is out within a minute, with time for the provider to respond. */
const everyMs = 30_000;
/** At once: each is a request to the provider. */
const most = 8;
/** So long the desk's start waits for the first round: access tokens work at once where the provider does. */
const startMs = 5_000;

interface AskingParts {
  readonly oidc: Oidc;
  readonly people: Pick<People, 'list' | 'recheck'>;
  readonly standings: Standings;
  readonly time: Pick<typeof systemTime, 'after' | 'every'>;
  readonly log: Log;
}

/** Asks the provider about everybody who signed in by it, again and again. Only the process that has the desk does. */
export const createAsking = ({ oidc, people, standings, time, log }: AskingParts) => {
  let cancel: Cancel | undefined;
  let asking: Promise<void> | undefined;
  let isStopped = false;

  const ask = async (personId: string, kept: KeptSignIn): Promise<void> => {
    const person = people.list().find(({ id }) => id === personId);
    const account = person?.left === undefined ? person?.provider : undefined;
    if (person === undefined || account === undefined || !isSameAccount(kept, account))
      return standings.drop(personId);
    if (kept.noMs !== undefined) return;
    const said = await oidc.stillThere(kept.handle);
    if (isStopped) return;
    await standings.note(person, kept, said);
    if (said.there !== 'no') return;
    log.info({ personId }, 'desk: the identity provider refused an account');
    people.recheck();
  };
  const round = async (): Promise<void> => {
    const left = [...standings.known()];
    const askOn = async (): Promise<void> => {
      for (let next = left.pop(); next !== undefined && !isStopped; next = left.pop()) {
        await ask(...next).catch((err: unknown) =>
          log.warn({ err }, 'desk: what the identity provider said was not stored'),
        );
      }
    };
    await Promise.all(Array.from({ length: most }, askOn));
    people.recheck();
  };
  const begin = (): Promise<void> => {
    asking ??= round().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  return {
    async start(): Promise<void> {
      cancel = time.every(everyMs, () => void begin());
      if (standings.known().size === 0) return;
      await new Promise<void>((resolve) => {
        const over = time.after(startMs, resolve, { unref: true });
        void begin().then(() => {
          over();
          resolve();
        });
      });
    },
    /** What was asked is not waited for: it fails as the provider's connections close. */
    stop(): void {
      isStopped = true;
      cancel?.();
    },
  };
};
