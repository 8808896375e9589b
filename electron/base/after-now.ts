/**
 * Lets those who call at the same time share one run of `work` that begins after they called. Who calls while it runs waits
 * for the next one: the present one may have begun with what was before.
 */
export const afterNow = (work: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    next = undefined;
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (running === undefined) return begin();
    next ??= running.then(begin, begin);
    return next;
  };
};
