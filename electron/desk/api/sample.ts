import { SampleResult } from '#contract/sample.ts';
import type { Sample } from '#desk/sample/sample.ts';
import { actorOf } from './actor.ts';
import { answers, type DeskApp, optionsFor } from './app.ts';

const options = optionsFor('cases');

/** The sample case. */
export const sampleRoutes = (app: DeskApp, sample: Sample): void => {
  app.post(
    '/api/sample',
    options(
      'Create the sample case with live data in the local service, or return the existing one',
      answers(SampleResult),
    ),
    (request) => sample.make(actorOf(request)),
  );
};
