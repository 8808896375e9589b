import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import {
  RestoreState,
  SaveState,
  type StateFile,
  StateList,
  StateName,
  StateRestored,
  type States,
  StateView,
  stateExtension,
} from '#contract/states.ts';
import { type ApiApp, answers, nothing, optionsFor } from './app.ts';

/** States as the routes have them: a restore may have to wait for what else goes on. */
export interface StatesModule extends Omit<States, 'prepare'> {
  /** @param own the response that waits for it */
  restore(name: string, request: RestoreState, own: ServerResponse): Promise<StateRestored>;
}

const options = optionsFor('states');
const params = Type.Object({ name: StateName });
const mediaType = 'application/vnd.carryover.state';

/** Saved states of the sandbox. Their files pass as they come: nothing holds one in memory. */
export const stateRoutes = async (app: ApiApp, states: StatesModule): Promise<void> => {
  app.get('/states', options('List the saved states, newest first', answers(StateList)), async () =>
    states.list(),
  );
  app.post(
    '/states',
    options('Save the state of the sandbox while the service runs', answers(StateView), {
      body: Type.Union([SaveState, Type.Null()]),
    }),
    ({ body }) => states.save(body ?? {}),
  );
  app.post(
    '/states/:name/restore',
    options('Restore a state; address and API keys of the service stay', answers(StateRestored), {
      description:
        'The whole state is checked before anything is changed. Attempts that are under way end or are repeated; calls of the public API meanwhile get 503 with `Retry-After`.',
      params,
      body: Type.Union([RestoreState, Type.Null()]),
    }),
    ({ params: { name }, body }, reply) => states.restore(name, body ?? {}, reply.raw),
  );
  app.delete(
    '/states/:name',
    options('Delete a state', nothing, { params }),
    async ({ params: { name } }, reply) => {
      states.remove(name);
      return reply.code(204).send(null);
    },
  );
  await fileRoutes(app, states);
};

export const FileBytes = Type.Unsafe<Readable>({ type: 'string', format: 'binary' });

export const sendFile = (reply: FastifyReply, name: string, { bytes, content }: StateFile) => {
  reply.header('content-length', bytes);
  reply.header('content-disposition', `attachment; filename="${name}${stateExtension}"`);
  return reply.type(mediaType).send(Readable.from(content, { objectMode: false }));
};

const fileRoutes = async (app: ApiApp, states: StatesModule): Promise<void> => {
  app.get(
    '/states/:name/file',
    options('Download the file of a state', answers(FileBytes), { params }),
    async ({ params: { name } }, reply) => sendFile(reply, name, states.read(name)),
  );
  // In a scope of its own, as no other route takes bytes: here they are whatever they say they are.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    (scope as ApiApp).put(
      '/states/:name/file',
      {
        bodyLimit: Number.MAX_SAFE_INTEGER,
        ...options('Take the file of a state in', answers(StateView), {
          description: "The file's bytes, of any content type. All of it is checked before it is listed.",
          consumes: [mediaType],
          params,
          querystring: Type.Object({
            replace: Type.Optional(Type.Boolean({ description: 'Overwrite a state with the same name.' })),
          }),
        }),
      },
      async (request, reply) => {
        // What is left of a file that was refused is not waited for.
        reply.header('connection', 'close');
        const { replace = false } = request.query;
        const received = await states.receive(request.params.name, request.raw, { replace });
        reply.removeHeader('connection');
        return received;
      },
    );
  });
};
