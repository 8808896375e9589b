import type { ServiceControl } from '#contract/service-control.ts';

/**
 * The same controls for a store that others change, too: what shows or changes what this process keeps in memory reads that
 * again first. Health and figures answer with what is known, and at once.
 * @param refresh where it fails, the call itself meets the same trouble, and says so
 */
export const freshControl = (control: ServiceControl, refresh: () => Promise<void>): ServiceControl => {
  const fresh = freshBy(() => refresh().catch(() => {}));
  const { clock, endpoints, messages, resends, sandbox } = control;
  return {
    ...control,
    clock: fresh(clock),
    endpoints: fresh(endpoints),
    messages: fresh(messages),
    resends: fresh(resends),
    sandbox: fresh(sandbox),
  };
};

type Call = (this: object, ...args: unknown[]) => Promise<unknown>;

const freshBy =
  (refresh: () => Promise<void>) =>
  <T extends object>(calls: T): T =>
    Object.fromEntries(
      Object.entries(calls).map(([name, call]: [string, Call]): [string, Call] => [
        name,
        async (...args) => {
          await refresh();
          // Some call others of their group.
          return call.apply(calls, args);
        },
      ]),
    ) as T;
