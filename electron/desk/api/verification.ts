import type { FastifyRequest } from 'fastify';
import { Job } from '#contract/job.ts';
import { AcceptRequest, DeskCheck, Integrity } from '#contract/verification.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import { seesAll } from '#desk/core/sight.ts';
import type { Verification } from '#desk/verification/verification.ts';
import { actorOf } from './actor.ts';
import { sightIn } from './caller.ts';

const options = optionsFor('verification');

/** Whether the whole desk is as it was written. */
export const verificationRoutes = (app: ApiApp, verification: Verification): void => {
  app.get(
    '/api/verification',
    options('Show automatic findings and the last verification', answers(Integrity)),
    async (request) => statusFor(request, verification.status()),
  );
  app.post(
    '/api/verification',
    options('Verify all data as a job, whose result is a DeskCheck', answers(Job), {
      description: 'Covers the journal, its head outside the database, every case, and all other rows.',
    }),
    (request) => verification.start(actorOf(request)),
  );
  app.post(
    '/api/verification/accept',
    options('Accept a desk database that differs from the last one written', answers(DeskCheck), {
      description: 'The journal records who accepted it, why, and the findings. A broken chain stays broken.',
      body: AcceptRequest,
    }),
    (request) => verification.accept(request.body.reason, actorOf(request)),
  );
};

/** What was found names cases, and the last verification lists all: they are for who sees them all. */
const statusFor = (request: FastifyRequest, status: Integrity): Integrity => {
  if (seesAll(sightIn(request))) return status;
  return { notices: status.notices.length === 0 ? [] : [notAsWritten] };
};

const notAsWritten = 'Data of this desk is not as it was written. An admin of the desk sees what.';
