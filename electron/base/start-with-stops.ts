/**
 * Runs a start whose steps register their stops, which run in reverse: when `stop` is called, or when the start fails.
 * `stop` stops once; later calls wait for the same. It throws the first error, after the rest was stopped.
 * @param onStopError gets the error of a stop after a failed start, which matters less than why it failed
 * @throws what `start` throws
 */
export const startWithStops = async <T>(
  start: (stops: AsyncDisposableStack) => Promise<T>,
  onStopError: (error: unknown) => void,
): Promise<{ started: T; stop: () => Promise<void> }> => {
  const stops = new AsyncDisposableStack();
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= stops.disposeAsync().catch(throwFirst);
    return stopped;
  };
  try {
    return { started: await start(stops), stop };
  } catch (error) {
    await stop().catch(onStopError);
    throw error;
  }
};

const throwFirst = (error: unknown): never => {
  throw error instanceof SuppressedError ? throwFirst(error.suppressed) : error;
};
