/** HTTP Archive 1.2, as far as attempts have it. Source: `docs/reference/rules/delivery.md#har-export`. */

export interface HarHeader {
  readonly name: string;
  readonly value: string;
}

export interface HarEntry {
  readonly startedDateTime: string;
  /** ms, the sum of `timings`. */
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly [];
    readonly headers: readonly HarHeader[];
    readonly queryString: readonly HarHeader[];
    readonly postData: { readonly mimeType: string; readonly text: string };
    readonly headersSize: -1;
    readonly bodySize: number;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly [];
    readonly headers: readonly HarHeader[];
    readonly content: { readonly size: number; readonly mimeType: string; readonly text?: string };
    readonly redirectURL: string;
    readonly headersSize: -1;
    readonly bodySize: -1;
    readonly comment?: string;
  };
  readonly cache: Record<string, never>;
  readonly timings: {
    readonly send: 0;
    readonly wait: number;
    readonly receive: 0;
    readonly comment: string;
  };
  readonly comment: string;
}
