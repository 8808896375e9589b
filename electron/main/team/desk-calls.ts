import type { AskTeam } from './ask.ts';
import { teamProblem } from './net-problem.ts';

/** JSON over HTTP to the desk of a team, for what main itself asks. Every call rejects with an Error in words. */
export interface DeskCalls {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  delete(path: string): Promise<void>;
}

export interface DeskCallsOptions {
  readonly ask: AskTeam;
  /** Origin of the desk. */
  readonly address: string;
  readonly token?: string;
  readonly signal?: AbortSignal;
}

/** More than any of its responses has: whoever answers may not be a desk. */
const mostBytes = 1_048_576;

export const createDeskCalls = ({ ask, address, token, signal }: DeskCallsOptions): DeskCalls => {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    try {
      const response = await ask({
        method,
        url: address + path,
        headers: headersFor(token, body),
        body: body === undefined ? null : new Blob([JSON.stringify(body)]).stream(),
        ...(signal === undefined ? {} : { signal }),
      });
      return await resultOf(response, address);
    } catch (error) {
      throw error instanceof NoDesk || signal?.aborted ? error : teamProblem(address, error);
    }
  };
  return {
    get: <T>(path: string) => call('GET', path) as Promise<T>,
    post: <T>(path: string, body: unknown) => call('POST', path, body) as Promise<T>,
    delete: (path) => call('DELETE', path) as Promise<void>,
  };
};

const headersFor = (token: string | undefined, body: unknown): Record<string, string> => ({
  accept: 'application/json',
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
});

/** @throws NoDesk */
const resultOf = async (response: Response, address: string): Promise<unknown> => {
  const read = parsed(await textOf(response));
  if (response.ok && (read !== undefined || response.status === 204)) return read;
  throw new NoDesk(
    errorIn(read) ??
      `${address} responded with ${response.status}, and not as a desk of Carryover does. Check the address.`,
  );
};

/** What the desk said, or that it is none. */
class NoDesk extends Error {}

/** @returns as much of it as a desk would say */
const textOf = async ({ body }: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    // The rest is cancelled, and with it the request.
    if (text.length > mostBytes) break;
  }
  return text;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const longestError = 1000;

const errorIn = (read: unknown): string | undefined => {
  const { error } = (read ?? {}) as { readonly error?: unknown };
  return typeof error === 'string' && error !== '' ? error.slice(0, longestError) : undefined;
};
