import { Type } from 'typebox';
import { CodeSamples } from '#contract/cutover.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import { codeSamples, sampleTopics } from '#desk/core/code-samples.ts';

const options = optionsFor('cutover');
const params = Type.Object({ topic: Type.String({ pattern: '^[a-z][a-z0-9-]{0,60}$' }) });

/** Samples of code for the integrator's developers, in seven languages. */
export const codeSampleRoutes = (app: ApiApp): void => {
  app.get(
    '/api/code-samples/:topic',
    options('Show code samples of a topic by language', answers(CodeSamples), { params }),
    ({ params: { topic } }) => {
      const samples = codeSamples(topic);
      if (samples === undefined) {
        throw new CatalogueError('codeSamples.notFound', { topic, topics: sampleTopics().join(', ') });
      }
      return { topic, samples };
    },
  );
};
