/** Timers and clocks as they were when the kit was loaded. */
export const {
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  clearImmediate,
  queueMicrotask,
  performance,
  Date: ownDate,
} = globalThis;
