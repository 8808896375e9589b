import type { Receiver, ReceiverView } from '#contract/receiver.ts';

/** A receiver that is off, and receives nothing. */
export const fakeReceiver = (): Receiver => {
  const view: ReceiverView = { on: false, answer: { statusCode: 200, delayMs: 0 }, received: 0 };
  return {
    show: async () => view,
    start: async () => ({ ...view, on: true, url: 'http://127.0.0.1:9', port: 9 }),
    stop: async () => view,
    setAnswer: async (answer) => ({ ...view, answer }),
    received: async () => [],
    subscribe: () => () => undefined,
  };
};
