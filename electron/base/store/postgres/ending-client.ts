import pg from 'pg';

/**
 * A client that hangs up when it fails to connect, as when the server asks for a password and there is none: the
 * driver's own leaves that to the server, which takes a minute, and keeps the process waiting.
 */
export class EndingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // Of a connection that is lost: its queries fail, and say so. Without a listener the process would end.
    this.on('error', () => {});
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: ((err: Error) => void) | ((err: null, c: pg.Client) => void)): void;
  override connect(callback?: (err: never, client: never) => void): Promise<pg.Client> | undefined {
    if (callback === undefined) {
      return super.connect().catch((error: unknown) => {
        this.#hangUp();
        throw error;
      });
    }
    super.connect(((error: unknown, client: unknown) => {
      if (error) this.#hangUp();
      callback(error as never, client as never);
    }) as (err: Error) => void);
    return undefined;
  }

  #hangUp(): void {
    void this.end().catch(() => {});
  }
}
