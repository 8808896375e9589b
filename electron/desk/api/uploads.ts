import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { Upload, UploadQuery } from '#contract/uploads.ts';
import { type ApiApp, answers, nothing, optionsFor } from '#control/app.ts';
import type { Uploads } from '#desk/upkeep/uploads.ts';
import type { Access } from './access.ts';

const options = optionsFor('uploads');

/** Files of a browser. They pass as they come: nothing holds one in memory. */
export const uploadRoutes = async (
  app: ApiApp,
  uploads: Uploads,
  access: Pick<Access, 'whenOver'>,
): Promise<void> => {
  // In a scope of its own, as no other route takes bytes: here they are whatever they say they are.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    (scope as ApiApp).post(
      '/api/uploads',
      {
        // The limit of uploads counts: this one answers with the error for JSON bodies.
        bodyLimit: Number.MAX_SAFE_INTEGER,
        ...options(
          'Upload a file of at most 2 GiB for use by path; it is removed after a day',
          answers(Upload),
          {
            description: "The file's bytes, as application/octet-stream or any other type.",
            consumes: ['application/octet-stream'],
            querystring: UploadQuery,
          },
        ),
      },
      async (request, reply) => {
        const announced = request.headers['content-length'];
        // What is left of a file that was refused is not waited for.
        reply.header('connection', 'close');
        const size = announced === undefined ? undefined : Number(announced);
        const stop = access.whenOver(request, () => request.raw.destroy());
        try {
          const upload = await uploads.receive(request.query.name, request.raw, size);
          reply.removeHeader('connection');
          return upload;
        } finally {
          stop();
        }
      },
    );
  });
  app.delete(
    '/api/uploads/:id',
    options('Remove an uploaded file', nothing, { params: Type.Object({ id: Uuid }) }),
    async (request, reply) => {
      uploads.remove(request.params.id);
      return reply.code(204).send(null);
    },
  );
};
