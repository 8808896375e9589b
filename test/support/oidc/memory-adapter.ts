import type { Adapter, AdapterPayload } from 'oidc-provider';

/** What `oidc-provider` stores, in memory: its own adapter for that warns on the console. */
export const memoryAdapter = (stored = new Map<string, AdapterPayload>()) =>
  class implements Adapter {
    readonly #model: string;

    constructor(model: string) {
      this.#model = model;
    }

    async upsert(id: string, payload: AdapterPayload): Promise<void> {
      stored.set(this.#key(id), payload);
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      return stored.get(this.#key(id));
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return stored.values().find((payload) => payload.uid === uid);
    }

    async findByUserCode(): Promise<undefined> {}

    async consume(id: string): Promise<void> {
      const payload = stored.get(this.#key(id));
      // Only that it was matters here.
      if (payload !== undefined) payload.consumed = 1;
    }

    async destroy(id: string): Promise<void> {
      stored.delete(this.#key(id));
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key);
    }

    #key(id: string): string {
      return `${this.#model}:${id}`;
    }
  };
