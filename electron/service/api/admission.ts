import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Cancel, systemTime } from '#base/clock.ts';
import { CatalogueError, type ErrorCode } from '#contract/errors.ts';
import type { Fault } from '#contract/sandbox.ts';
import type { Api } from './api.ts';
import { refuseForeignPages } from './foreign-pages.ts';
import { pathOf } from './paths.ts';
import type { SandboxState } from './sandbox-state.ts';

/** Whether the service can take more. */
export interface Backpressure {
  /** @throws CatalogueError `disk.low`, `backlog.full` */
  check(): void;
  /** Seconds after which a refused caller may try again. */
  retryAfterSeconds(): number;
}

/** Who may in: no page of another site, unless its origin is allowed; then the key, then the quota, then the faults that a person asked for. */
export interface Admission {
  /** Checks every request to the routes of `api`. */
  guard(api: Api): void;
  /** Lets nobody in any more, and lets go of those that a fault holds. */
  stop(): void;
}

const slowMs = 3000;

export const createAdmission = (
  state: SandboxState,
  /** Called for a request that never gets an answer, when its client has gone. */
  onUnanswered: (request: FastifyRequest) => void,
  backpressure: Backpressure | undefined,
): Admission => {
  let stopping = false;
  const held = new Set<() => void>();

  /** Resolves to whether the reply is taken: then no route answers. */
  const admit = (request: FastifyRequest, reply: FastifyReply): Promise<boolean> | undefined => {
    if (stopping) throw new CatalogueError('server.stopping');
    if (!state.cors.admits(request)) refuseForeignPages(request);
    request.apiKey = state.keys.check(request.headers.authorization);
    if (mayAdd(request)) backpressure?.check();
    const counted = state.rateLimit.take();
    return counted === undefined ? hit(request, reply) : counted.then(() => hit(request, reply) ?? false);
  };

  const hit = (request: FastifyRequest, reply: FastifyReply): Promise<boolean> | undefined => {
    const { method, template: route = '' } = request;
    const found = state.faults.hit({ method, route, path: pathOf(request) });
    if (found === undefined) return undefined;
    return Promise.resolve(found).then((fault) => {
      if (fault === undefined) return false;
      request.fault = fault.answer;
      return inflict(fault, request, reply);
    });
  };

  const inflict = (
    fault: Fault,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> | boolean => {
    if (fault.answer === 'slow') return delay(held, fault.delayMs ?? slowMs).then(() => false);
    if (fault.answer === 'fixture') return answerFixture(fault, reply);
    if (fault.answer !== 'none') throw new CatalogueError(faultErrors[fault.answer]);
    reply.hijack();
    const letGo = (): void => void reply.raw.destroy();
    held.add(letGo);
    reply.raw.once('close', () => {
      held.delete(letGo);
      onUnanswered(request);
    });
    return true;
  };

  const answerFixture = (
    { fixture, delayMs = 0 }: Fault,
    reply: FastifyReply,
  ): Promise<boolean> | boolean => {
    const answer = (): true => {
      if (stopping) throw new CatalogueError('server.stopping');
      reply.code(fixture?.statusCode ?? 200).header('content-type', 'application/json; charset=utf-8');
      for (const { name, value } of fixture?.headers ?? []) reply.header(name, value);
      reply.serializer(String).send(fixture?.body ?? '');
      return true;
    };
    return delayMs > 0 ? delay(held, delayMs).then(answer) : answer();
  };

  return {
    guard(api) {
      api.addHook('onRequest', (request, reply, done) => {
        lowerIds(request.params as Record<string, string>);
        const refreshed = state.refresh();
        const admitted =
          refreshed === undefined ? admit(request, reply) : refreshed.then(() => admit(request, reply));
        if (admitted === undefined) done();
        else admitted.then((isTaken) => (isTaken ? undefined : done()), done);
      });
    },
    stop() {
      stopping = true;
      for (const letGo of held) letGo();
    },
  };
};

/** Waits, or is let go of by what it puts among the held. */
const delay = (held: Set<() => void>, delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    const letGo = (): void => {
      held.delete(letGo);
      cancel();
      resolve();
    };
    const cancel: Cancel = systemTime.after(delayMs, letGo);
    held.add(letGo);
  });

/** Whether a call may add companies or events: reads and deletions go on when no more fits in. */
const mayAdd = ({ method, template }: FastifyRequest): boolean =>
  (method === 'POST' || method === 'PUT' || method === 'PATCH') &&
  template?.startsWith('/companies') === true;

const faultErrors = {
  '402': 'account.limit',
  '403': 'access.denied',
  '429': 'rateLimit.fault',
  '500': 'server.fault',
  '503': 'server.unavailable',
} as const satisfies Record<string, ErrorCode>;

/** UUIDs are the same in either case; they are kept in lower case. Those of records are the platform's own. */
const lowerIds = (params: Record<string, string>): void => {
  for (const name in params) {
    if (name.endsWith('Id') && name !== 'recordId') params[name] = (params[name] as string).toLowerCase();
  }
};
