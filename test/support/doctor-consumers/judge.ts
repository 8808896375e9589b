import { createHmac, timingSafeEqual } from 'node:crypto';
import { systemTime } from '#base/clock.ts';

/** A consumer's decision about one request, with at most one fault. Written apart from the doctor: nothing of it is shared. */

export const secret = `whsec_${Buffer.from('doctor-test-secret-24byt').toString('base64')}`;
export const authorizationValue = 'Bearer planted-token-27182818';
export const clientId = 'a3c1f7de-5d0a-4b1e-9a37-51a8c2f60d11';

export type Fault =
  | 'throws on a short signature'
  | 'accepts an empty secret'
  | 'verifies the re-serialized body'
  | 'has no limit of age'
  | 'has no limit ahead'
  | 'verifies only if signed'
  | 'compares the first signature only'
  | 'ignores Authorization'
  | 'refuses the client id'
  | 'crashes on the client id'
  | 'limits bodies to 100 kB'
  | 'refuses unknown types'
  | 'refuses older events'
  | 'must know the connection first'
  | 'answers duplicates 409'
  | 'redirects'
  | 'fails on everything'
  | 'fails on one type'
  | 'uses the secret undecoded'
  | 'is slow'
  | 'never answers'
  | 'accepts everything'
  | 'refuses everything';

interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly raw: Buffer;
}
export interface Decision {
  readonly status: number;
  readonly delayMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
export type Judge = (received: Received) => Decision | 'silence';

export const slowMs = 60;
const tolerance = 300;
const knownType =
  /^(company\.|connection\.|read\.completed|client\.rateLimit\.|expenses\.sync\.|[\w-]+\.write\.)/;

interface Request {
  readonly raw: Buffer;
  header(name: string): string | undefined;
}
interface Memory {
  readonly seen: Set<string>;
  newest: string;
  readonly connections: Set<string>;
  readonly secret: string;
}
type Is = (fault: Fault) => boolean;
/** Decides, or leaves it to the next one. */
type Step = (request: Request, is: Is, memory: Memory) => Decision | 'silence' | undefined;

export const createJudge = (fault?: Fault, ownSecret = secret): Judge => {
  const memory: Memory = { seen: new Set(), newest: '', connections: new Set(), secret: ownSecret };
  const is: Is = (one) => fault === one;
  return ({ headers, raw }) => {
    const header = (name: string): string | undefined => {
      const value = headers[name];
      return typeof value === 'string' ? value : value?.[0];
    };
    for (const step of [always, atTheDoor, verified, accepted]) {
      const decision = step({ raw, header }, is, memory);
      if (decision !== undefined) return decision;
    }
    return { status: 200, ...(is('is slow') ? { delayMs: slowMs } : {}) };
  };
};

const always: Step = (_request, is) => {
  if (is('never answers')) return 'silence';
  if (is('redirects')) return { status: 308, headers: { location: 'https://elsewhere.example/hooks?t=1' } };
  if (is('fails on everything')) return { status: 500 };
  if (is('accepts everything')) return { status: 200 };
  return is('refuses everything') ? { status: 401 } : undefined;
};

const atTheDoor: Step = ({ raw, header }, is) => {
  if (is('limits bodies to 100 kB') && raw.length > 100_000) return { status: 413 };
  if (is('refuses the client id') && header('x-service-clientid') !== undefined) return { status: 403 };
  if (is('crashes on the client id') && header('x-service-clientid') !== undefined) return { status: 500 };
  if (is('ignores Authorization') || header('authorization') === authorizationValue) return undefined;
  return { status: 401 };
};

interface Event {
  readonly eventType: string;
  readonly generatedDate: string;
  readonly payload: { readonly connection?: { readonly id: string } };
}

const isUnknown = ({ eventType, payload }: Event, { connections }: Memory): boolean => {
  const id = payload.connection?.id ?? '';
  if (eventType === 'connection.created') connections.add(id);
  return eventType === 'connection.connected' && !connections.has(id);
};

const accepted: Step = ({ raw, header }, is, memory) => {
  const event = JSON.parse(raw.toString('utf8')) as Event;
  const id = header('webhook-id') ?? '';
  if (is('answers duplicates 409') && memory.seen.has(id)) return { status: 409 };
  memory.seen.add(id);
  if (is('refuses unknown types') && !knownType.test(event.eventType)) return { status: 400 };
  if (is('fails on one type') && event.eventType === 'expenses.sync.unsuccessful') return { status: 500 };
  if (is('must know the connection first') && isUnknown(event, memory)) return { status: 500 };
  if (is('refuses older events') && event.generatedDate < memory.newest) return { status: 409 };
  if (event.generatedDate > memory.newest) memory.newest = event.generatedDate;
  return undefined;
};

const refused: Decision = { status: 401 };

const verified: Step = ({ raw, header }, is, memory) => {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    header(`webhook-${name}`),
  );
  if (signature === undefined && is('verifies only if signed')) return undefined;
  if (id === undefined || timestamp === undefined || signature === undefined) return refused;
  const age = systemTime.now() / 1000 - Number(timestamp);
  if (age > tolerance && !is('has no limit of age')) return refused;
  if (age < -tolerance && !is('has no limit ahead')) return refused;
  const body = is('verifies the re-serialized body') ? JSON.stringify(JSON.parse(raw.toString('utf8'))) : raw;
  const all = signature.split(' ').map((one) => Buffer.from(one.replace(/^v1,/, ''), 'base64'));
  const given = is('compares the first signature only') ? all.slice(0, 1) : all;
  const wanted = keysOf(is, memory.secret).map((key) =>
    createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest(),
  );
  if (is('throws on a short signature') && given.some(({ length }) => length !== 32)) return { status: 500 };
  const holds = given.some((one) => wanted.some((digest) => isSame(one, digest)));
  return holds ? undefined : refused;
};

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

const keysOf = (is: Is, known: string): Buffer[] => {
  const decoded = Buffer.from(known.slice('whsec_'.length), 'base64');
  const key = is('uses the secret undecoded') ? Buffer.from(known) : decoded;
  return is('accepts an empty secret') ? [key, Buffer.alloc(0)] : [key];
};
