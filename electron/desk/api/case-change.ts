import type { FastifyRequest, FastifySchema } from 'fastify';
import type { Static, TSchema, Type } from 'typebox';
import { actorOf } from './actor.ts';
import { answers, type DeskApp, optionsFor } from './app.ts';

/** Adds routes below `/api/cases/:id` that change the case, and respond with what `show` then shows. */
export const caseChanges =
  (app: DeskApp, tag: string, success: TSchema, show: (caseId: string) => Promise<unknown>) =>
  <P extends Type.TObject, B extends TSchema = Type.TUndefined>(
    route: `${'POST' | 'PUT' | 'DELETE'} /${string}`,
    summary: string,
    schema: { readonly params: P; readonly body?: B },
    change: (params: Static<P>, body: Static<B>, actor: string) => Promise<unknown>,
  ): void => {
    const [method, path] = route.split(' ') as [string, string];
    const handler = async (request: FastifyRequest): Promise<unknown> => {
      const params = request.params as Static<P> & { readonly id: string };
      await change(params, request.body as Static<B>, actorOf(request));
      return show(params.id);
    };
    const options = optionsFor(tag)(summary, answers(success), schema as FastifySchema);
    app.route({ method, url: `/api/cases/:id${path}`, ...options, handler: handler as never });
  };
