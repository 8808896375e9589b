import { Job } from '#contract/job.ts';
import { AcceptRequest, DeskCheck, Integrity } from '#contract/verification.ts';
import type { Verification } from '#desk/verification/verification.ts';
import { actorOf } from './actor.ts';
import { answers, type DeskApp } from './app.ts';

const tags = ['verification'];

/** Whether the whole desk is as it was written. */
export const verificationRoutes = (app: DeskApp, verification: Verification): void => {
  app.get(
    '/api/verification',
    {
      schema: {
        tags,
        summary: 'What showed by itself, and the result of the last verification',
        response: answers(Integrity),
      },
    },
    async () => verification.status(),
  );
  app.post(
    '/api/verification',
    {
      schema: {
        tags,
        summary: 'Verify everything: a job whose result is a DeskCheck',
        description:
          'Journal, its head outside the database, every case, and all rows that screens show besides.',
        response: answers(Job),
      },
    },
    async () => verification.start(),
  );
  app.post(
    '/api/verification/accept',
    {
      schema: {
        tags,
        summary: 'Accept the desk database as it is, although it is not the one that was last written',
        description:
          'An entry of the journal keeps who, why, and what was found. A broken chain stays broken.',
        body: AcceptRequest,
        response: answers(DeskCheck),
      },
    },
    (request) => verification.accept(request.body.reason, actorOf(request)),
  );
};
