/** What was started, to be stopped in reverse. */
export interface Releasers {
  add(release: () => void | Promise<void>): void;
  /** Stops everything, once; later calls wait for the same. @throws the first error, after the rest was stopped */
  release(): Promise<void>;
}

export const createReleasers = (): Releasers => {
  const started: (() => void | Promise<void>)[] = [];
  let released: Promise<void> | undefined;
  const releaseAll = async (): Promise<void> => {
    const errors: unknown[] = [];
    for (const release of started.reverse()) {
      try {
        await release();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  };
  return {
    add: (release) => started.push(release),
    release: () => {
      released ??= releaseAll();
      return released;
    },
  };
};
