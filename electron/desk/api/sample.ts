import { SampleResult } from '#contract/sample.ts';
import type { Sample } from '#desk/sample/sample.ts';
import { actorOf } from './actor.ts';
import { answers, type DeskApp } from './app.ts';

/** The sample case. */
export const sampleRoutes = (app: DeskApp, sample: Sample): void => {
  app.post(
    '/api/sample',
    {
      schema: {
        tags: ['cases'],
        summary: 'Make the sample case with live data in the local service, or answer the one that is there',
        response: answers(SampleResult),
      },
    },
    (request) => sample.make(actorOf(request)),
  );
};
