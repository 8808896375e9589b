import { endpointClaim } from '#service/core/context.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { HeaderSets } from '#service/store/header-sets.ts';
import type { Follower, Tx } from '#service/store/store.ts';
import type { EndpointRegistry } from './endpoint-registry.ts';
import type { Lanes } from './lanes.ts';

/** What webhooks are to the other processes of a store. */
export interface WebhookSharing {
  readonly follower: Follower;
  /** What is to be claimed: the deliveries of each endpoint. */
  names(): string[];
  isIdle(name: string): boolean;
  /** How deliveries fare is known to the process that makes them: reads what the former one has made of it. */
  claiming(tx: Tx): Promise<void>;
  claimed(names: readonly string[]): void;
  /** Something may be due at an endpoint, beside its schedule or not. */
  hinted(endpointSeq: number, isExtra: boolean): void;
  /** Something may be due at any endpoint. */
  lookAgain(): void;
}

export const createSharing = (
  { clock }: ServiceContext,
  registry: EndpointRegistry,
  lanes: Lanes,
  headerSets: HeaderSets,
): WebhookSharing => {
  const seqOf = (name: string): number | undefined =>
    registry.live().find(({ row }) => endpointClaim(row.seq) === name)?.row.seq;
  return {
    follower: {
      read: registry.read,
      emptied() {
        lanes.clear();
        headerSets.forget();
      },
    },
    names: () => registry.live().map(({ row }) => endpointClaim(row.seq)),
    isIdle(name) {
      const seq = seqOf(name);
      return seq === undefined || lanes.isIdle(seq);
    },
    claiming: registry.reloadAfter,
    claimed: (names) =>
      lanes.takeOver(
        names.flatMap((name) => seqOf(name) ?? []),
        clock.now(),
      ),
    hinted: lanes.heard,
    lookAgain: lanes.lookAgain,
  };
};
