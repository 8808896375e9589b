import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';

/** What binds a response of the provider to the browser and the desk that asked for it. */
export interface Flow {
  readonly id: string;
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE: RFC 7636. */
  readonly verifier: string;
}

/**
 * Sign-ins under way. Nothing is stored for them: the page keeps an id that only this process can have made, and all
 * secrets of the flow follow from it by a key that ends with the process. So whoever begins thousands of sign-ins fills no
 * table and pushes nobody out. What is kept are those whose code the provider took, which only its accounts can bring
 * about; a full table refuses, as an entry that gives way could be completed again.
 */
export interface Flows {
  begin(): Flow & { readonly secret: string };
  /**
   * Runs `work` unless the sign-in has ended, or is being completed already.
   * @param work calls `spend` once nobody may complete it again
   * @throws CatalogueError `signIn.unknown`, `signIn.tooMany`, and what `work` throws
   */
  complete<T>(secret: string, work: (flow: Flow, spend: () => void) => Promise<T>): Promise<T>;
}

const lastsMs = 600_000;
const mostCompleted = 10_000;
/** At once. Each has some requests open at the provider. */
const mostUnderWay = 20;

const form = /^([0-9a-z]{1,10}\.[\w-]{43})\.([\w-]{43})$/;

export const createFlows = (clock: Clock): Flows => {
  const key = randomBytes(32);
  const part = (label: string, id: string): string =>
    createHmac('sha256', key).update(`${label} ${id}`).digest('base64url');
  const flowOf = (id: string): Flow => ({
    id,
    state: part('state', id),
    nonce: part('nonce', id),
    verifier: part('verifier', id),
  });
  /** By id, with the time that it may be forgotten; in the order of these times. */
  const completed = new Map<string, number>();
  const underWay = new Set<string>();

  const open = (secret: string): Flow => {
    const [, id = '', mac = ''] = form.exec(secret) ?? [];
    const isOwn = mac !== '' && timingSafeEqual(Buffer.from(mac), Buffer.from(part('flow', id)));
    const ageMs = clock.now() - Number.parseInt(id, 36);
    if (!isOwn || ageMs >= lastsMs || completed.has(id) || underWay.has(id)) {
      throw new CatalogueError('signIn.unknown');
    }
    return flowOf(id);
  };
  const forgetOld = (): void => {
    for (const [id, untilMs] of completed) {
      if (untilMs > clock.now()) return;
      completed.delete(id);
    }
  };

  return {
    begin() {
      const id = `${clock.now().toString(36)}.${randomBytes(32).toString('base64url')}`;
      return { ...flowOf(id), secret: `${id}.${part('flow', id)}` };
    },
    async complete(secret, work) {
      const flow = open(secret);
      forgetOld();
      if (underWay.size >= mostUnderWay || completed.size >= mostCompleted) {
        throw new CatalogueError('signIn.tooMany');
      }
      underWay.add(flow.id);
      try {
        return await work(flow, () => completed.set(flow.id, clock.now() + lastsMs));
      } finally {
        underWay.delete(flow.id);
      }
    },
  };
};
