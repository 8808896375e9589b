import { create as attachment } from 'content-disposition';
import { Type } from 'typebox';
import { OneOf } from '#contract/common.ts';
import { SampleResult, sampleFileNames } from '#contract/sample.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Sample } from '#desk/sample/sample.ts';
import { actorOf } from './actor.ts';

const options = optionsFor('cases');

/** The sample case. */
export const sampleRoutes = (app: ApiApp, sample: Sample): void => {
  app.post(
    '/api/sample',
    options(
      'Create the sample case with live data in the local service, or return the existing one',
      answers(SampleResult),
    ),
    (request) => sample.make(actorOf(request)),
  );
  app.get(
    '/api/sample/files/:name',
    {
      ...options(
        'Download a file of the sample; its fixed code as an archive',
        answers(Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })),
        { params: Type.Object({ name: OneOf(sampleFileNames) }) },
      ),
      // Bytes, whatever they are.
      serializerCompiler: () => (data) => data as unknown as string,
    },
    async (request, reply) =>
      reply
        .type('application/octet-stream')
        .header('content-disposition', attachment(request.params.name))
        .send(Buffer.from(await sample.file(request.params.name))),
  );
};
