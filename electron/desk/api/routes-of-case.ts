import type { FastifyRequest, FastifySchema } from 'fastify';
import { type Static, type TObject, type TSchema, type TUndefined, Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { type ApiApp, answers, optionsFor, sendMarkdown, textOf } from '#control/app.ts';
import { actorOf } from './actor.ts';

const params = Type.Object({ id: Uuid });
type OfCase = { Params: { id: string } };

/** Where routes are added: below `base`, which names the case as `:id`, and listed under a tag. */
interface Place {
  readonly app: ApiApp;
  readonly base: string;
  readonly options: ReturnType<typeof optionsFor>;
}

/** Routes about one case below `base`, which names it as `:id`. */
export const routesOfCase = (app: ApiApp, tag: string, base = '/api/cases/:id') => {
  const place: Place = { app, base, options: optionsFor(tag) };
  return {
    /** Routes that respond with `view`. */
    answering: <View extends TSchema>(view: View) => answering(place, view),
    /** Routes that change the case, and respond with the `view` that `show` then gives. */
    changing: <View extends TSchema>(view: View, show: (caseId: string) => Promise<Static<View>>) =>
      changing(place, view, show),
    markdown: (path: string, summary: string, work: (caseId: string) => Promise<string>): void => {
      const schema = place.options(summary, textOf('text/markdown'), { params });
      app.get<OfCase>(base + path, schema, async (request, reply) =>
        sendMarkdown(reply, await work(request.params.id)),
      );
    },
  };
};

const answering = <View extends TSchema>({ app, base, options }: Place, view: View) => {
  const of = (summary: string, schema?: FastifySchema) =>
    options(summary, answers(view), { params, ...schema });
  const change =
    (method: 'POST' | 'PUT') =>
    <Body extends TSchema>(
      path: string,
      summary: string,
      body: Body,
      work: (caseId: string, body: Static<Body>, actor: string) => Promise<Static<View>>,
      /** In bytes; the server's own if left out. */
      bodyLimit?: number,
    ): void => {
      app.route<OfCase>({
        method,
        url: base + path,
        ...(bodyLimit === undefined ? {} : { bodyLimit }),
        ...of(summary, { body }),
        handler: (request) => work(request.params.id, request.body as Static<Body>, actorOf(request)),
      });
    };
  return {
    post: change('POST'),
    put: change('PUT'),
    /** A change that takes no request. */
    act: (path: string, summary: string, work: (caseId: string, actor: string) => Promise<Static<View>>) => {
      app.post<OfCase>(base + path, of(summary), (request) => work(request.params.id, actorOf(request)));
    },
    get: (path: string, summary: string, work: (caseId: string) => Promise<Static<View>>) => {
      app.get<OfCase>(base + path, of(summary), (request) => work(request.params.id));
    },
    list: <Query extends TSchema>(
      path: string,
      summary: string,
      querystring: Query,
      work: (caseId: string, query: Static<Query>) => Promise<Static<View>>,
    ): void => {
      app.get<OfCase>(base + path, of(summary, { querystring }), (request) =>
        work(request.params.id, request.query as Static<Query>),
      );
    },
  };
};

const changing =
  <View extends TSchema>(
    { app, base, options }: Place,
    view: View,
    show: (caseId: string) => Promise<Static<View>>,
  ) =>
  <Params extends TObject, Body extends TSchema = TUndefined>(
    route: `${'POST' | 'PUT' | 'DELETE'} /${string}`,
    summary: string,
    schema: { readonly params: Params; readonly body?: Body },
    change: (params: Static<Params>, body: Static<Body>, actor: string) => Promise<unknown>,
  ): void => {
    const [method, path] = route.split(' ') as [string, string];
    const handler = async (request: FastifyRequest) => {
      const asked = request.params as Static<Params> & { readonly id: string };
      await change(asked, request.body as Static<Body>, actorOf(request));
      return show(asked.id);
    };
    const described = options(summary, answers(view), schema as FastifySchema);
    app.route({ method, url: base + path, ...described, handler: handler as never });
  };
