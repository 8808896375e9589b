import { DoctorPlan, DoctorRequest, DoctorRuns } from '#contract/doctor.ts';
import { Job } from '#contract/job.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Doctor } from '#desk/doctor/doctor.ts';
import { actorOf } from './actor.ts';
import { routesOfCase } from './routes-of-case.ts';

const tag = 'endpoint doctor';
const options = optionsFor(tag);

/** Tests of a consumer over real sockets. Source: `docs/reference/rules/doctor.md`. */
export const doctorRoutes = (app: ApiApp, doctor: Doctor): void => {
  app.post(
    '/api/doctor/plan',
    options('Show how many requests a test sends to which host; sends nothing', answers(DoctorPlan), {
      body: DoctorRequest,
    }),
    (request) => doctor.plan(request.body),
  );
  app.post(
    '/api/doctor',
    options(
      'Test an endpoint as a job, whose result is a DoctorResult; recorded if a case is named',
      answers(Job),
      { body: DoctorRequest },
    ),
    (request) => doctor.start(request.body, actorOf(request)),
  );
  routesOfCase(app, tag)
    .answering(DoctorRuns)
    .get('/doctor', 'List the tests of endpoints, newest first, with what changed', doctor.runs);
};
