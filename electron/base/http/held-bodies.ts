import type { IncomingMessage } from 'node:http';

/** Whole bodies of requests that anybody on this machine may send: what is held for them is bounded. */
export interface HeldBodies {
  /**
   * Reads a body, which counts as held until `work` has ended.
   * @returns undefined if all together would hold too much; then it is read to its end, and not kept
   */
  with<T>(request: IncomingMessage, work: (body: Body) => Promise<T>): Promise<T | undefined>;
}

export interface Body {
  /** Empty if it is too large. */
  readonly bytes: Buffer;
  readonly tooLarge: boolean;
}

export interface BodyLimits {
  readonly eachBytes: number;
  readonly allBytes: number;
}

export const consumerLimits: BodyLimits = { eachBytes: 4 * 1_048_576, allBytes: 64 * 1_048_576 };

export const createHeldBodies = ({ eachBytes, allBytes }: BodyLimits): HeldBodies => {
  let held = 0;
  return {
    async with(request, work) {
      const chunks: Buffer[] = [];
      let own = 0;
      let bytes = 0;
      let fits = true;
      const drop = (): void => {
        held -= own;
        own = 0;
        chunks.length = 0;
      };
      try {
        for await (const chunk of request as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          fits &&= bytes > eachBytes || held + chunk.length <= allBytes;
          if (!fits || bytes > eachBytes) drop();
          else {
            held += chunk.length;
            own += chunk.length;
            chunks.push(chunk);
          }
        }
        const tooLarge = bytes > eachBytes;
        return fits || tooLarge ? await work({ bytes: Buffer.concat(chunks), tooLarge }) : undefined;
      } finally {
        drop();
      }
    },
  };
};
