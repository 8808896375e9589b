import type { ServerOptions } from './database.ts';
import { EndingClient } from './ending-client.ts';
import { clientConfig } from './pool.ts';

/** A connection of its own for what must not wait until one of the pool is free, nor for a unit of work. */
export interface ControlLine {
  /** Runs a statement by itself. Answers how many rows it changed. */
  run(text: string, values: readonly unknown[]): Promise<number>;
  /** Runs a query by itself. */
  query<Row>(text: string, values: readonly unknown[]): Promise<Row[]>;
  /** Told of what other connections notify, as long as this one lasts: some may be missed while it is made again. */
  listen(channel: string, told: (payload: string) => void): void;
  /** As `listen`, also to what this connection notifies. */
  listenToOwn(channel: string, told: (payload: string) => void): void;
  close(): Promise<void>;
}

/** An answer that takes longer is none, ms: the connection is given up, and the next statement opens another. */
const answerMs = 3000;

export const createControlLine = (options: ServerOptions): ControlLine => {
  const listeners = new Map<string, Listener>();
  let line: Line | undefined;
  let closed = false;

  const open = (): Line => {
    const client = new EndingClient({
      ...clientConfig(options),
      connectionTimeoutMillis: answerMs,
      pipeline: true,
      query_timeout: answerMs,
    });
    client.on('error', () => drop(client));
    client.on('notification', ({ channel, payload = '', processId }) => {
      const listener = listeners.get(channel);
      if (listener?.toOwn === true || processId !== ownPid(client)) listener?.told(payload);
    });
    return { client, ready: ready(client) };
  };
  const ready = async (client: EndingClient): Promise<void> => {
    await client.connect();
    for (const channel of listeners.keys()) await listenTo(client, channel);
  };
  /** It may have been given up already, and another one be in its place. */
  const drop = (client: EndingClient): void => {
    if (line?.client === client) line = undefined;
    client.end().catch(() => {});
  };

  const use = async <T>(work: (client: EndingClient) => Promise<T>): Promise<T> => {
    if (closed) throw new Error('The store is closed.');
    line ??= open();
    const { client, ready } = line;
    try {
      await ready;
      return await work(client);
    } catch (error) {
      drop(client);
      throw error;
    }
  };

  const listen = (channel: string, listener: Listener): void => {
    listeners.set(channel, listener);
    // Where it can't, nothing is told until the next statement makes the connection again.
    void use((client) => listenTo(client, channel)).catch(() => {});
  };

  return {
    run: (text, values) => use(async (client) => (await client.query(text, [...values])).rowCount ?? 0),
    query: <Row>(text: string, values: readonly unknown[]) =>
      use(async (client) => (await client.query(text, [...values])).rows as Row[]),
    listen: (channel, told) => listen(channel, { told, toOwn: false }),
    listenToOwn: (channel, told) => listen(channel, { told, toOwn: true }),
    async close() {
      closed = true;
      await line?.ready.catch(() => {});
      await line?.client.end().catch(() => {});
    },
  };
};

interface Line {
  readonly client: EndingClient;
  /** It is connected, and listens. */
  readonly ready: Promise<void>;
}

interface Listener {
  told(payload: string): void;
  readonly toOwn: boolean;
}

const listenTo = async (client: EndingClient, channel: string): Promise<void> => {
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
};

/** Of the process on the server that answers; not among the types of the driver. */
const ownPid = (client: EndingClient): number =>
  (client as unknown as { readonly processID: number }).processID;
