/** The line between a test and the stand-in: the test calls by name, and what happens is told as events. */

export interface Call {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}
export type FromStandIn =
  | { readonly id: number; readonly result?: unknown; readonly error?: string }
  | { readonly event: string; readonly content: unknown };

// biome-ignore lint/suspicious/noExplicitAny: what crosses is what the test and the handler agree on
type Handler = (...args: any[]) => unknown;

const handlers = new Map<string, Handler>();

/** Lets the test call something by name. */
export const allow = (name: string, handler: Handler): void => void handlers.set(name, handler);

const send = (message: FromStandIn): void => void process.send?.(message);

export const tell = (event: string, content: unknown): void => send({ event, content });

process.on('message', async ({ id, name, args }: Call) => {
  try {
    const handler = handlers.get(name);
    if (handler === undefined) throw new Error(`The stand-in for Electron does not know how to ${name}.`);
    send({ id, result: await handler(...args) });
  } catch (error) {
    send({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
