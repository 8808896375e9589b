import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { fastify } from 'fastify';
import { allowedHostNames } from '#base/host-guard.ts';
import { answerBrokenRequest } from '#base/http/broken-requests.ts';
import { bodyLimit } from '#base/http/error-answer.ts';
import { readJsonBodies } from '#base/http/json-body.ts';
import { lowerUuids } from '#base/http/lower-uuids.ts';
import { createValidatorCompiler } from '#base/http/validator.ts';
import type { Log } from '#base/log.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { allowListRoutes } from './allow-list.ts';
import type { DeskApp } from './app.ts';
import { createBroadcast } from './broadcast.ts';
import { caseContentRoutes } from './case-contents.ts';
import { caseFileRoutes } from './case-files.ts';
import { caseRoutes } from './cases.ts';
import { clockRoutes } from './clock.ts';
import { cutoverRoutes } from './cutover.ts';
import { addDocumentation } from './documentation.ts';
import { eligibilityRoutes } from './eligibility.ts';
import { endpointHeaderRoutes } from './endpoint-headers.ts';
import { endpointRoutes } from './endpoints.ts';
import { addErrorAnswers, answerBrokenPath, deskName } from './errors.ts';
import { faultRoutes } from './faults.ts';
import { addGuards } from './guards.ts';
import { jobRoutes } from './jobs.ts';
import { keyRoutes } from './keys.ts';
import { messageRoutes } from './messages.ts';
import { migrationRequestRoutes } from './migration-requests.ts';
import { reportRoutes } from './reports.ts';
import { requestRoutes } from './requests.ts';
import type { DeskRooms } from './rooms.ts';
import { runbookRoutes } from './runbook.ts';
import { sandboxRoutes } from './sandbox.ts';
import { settingsRoutes } from './settings.ts';
import { simulatorRoutes } from './simulator.ts';
import { streamRoutes } from './stream.ts';
import { targetRoutes } from './targets.ts';
import { tokenImportRoutes } from './token-imports.ts';
import { tokenRehearsalRoutes } from './token-rehearsals.ts';
import { tokenRunRoutes } from './token-runs.ts';

export interface DeskServerOptions {
  readonly token: string;
  readonly bind: string;
  readonly allowHosts: readonly string[];
  readonly control: ServiceControl;
  readonly rooms: DeskRooms;
  /** Announcements of the service and of the desk. */
  readonly subscribe: ServiceControl['subscribe'];
  readonly newId: () => string;
  readonly log: Log;
}

/** The desk's HTTP API, ready to listen. Guards come first, documentation before the routes that it describes. */
export const createDeskServer = async (options: DeskServerOptions): Promise<DeskApp> => {
  const { control, log, rooms, token } = options;
  const hosts = allowedHostNames(options.bind, options.allowHosts);
  const nextCorrelationId = () => randomBytes(16).toString('hex');
  const app: DeskApp = fastify({
    bodyLimit,
    genReqId: nextCorrelationId,
    frameworkErrors: answerBrokenPath(log, hosts),
    clientErrorHandler: answerBrokenRequest({ service: deskName, nextCorrelationId, headers: () => ({}) }),
    // What names no host is turned away in the desk's own words, not in Node's.
    http: { requireHostHeader: false },
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1000 },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.setValidatorCompiler(createValidatorCompiler());
  readJsonBodies(app);
  lowerUuids(app);
  addErrorAnswers(app, log);
  addGuards(app, { token, hosts });
  await app.register(helmet, { contentSecurityPolicy: false, hsts: false });
  await addDocumentation(app);
  clockRoutes(app, control);
  endpointRoutes(app, control);
  messageRoutes(app, control);
  requestRoutes(app, control);
  simulatorRoutes(app, control);
  faultRoutes(app, control);
  settingsRoutes(app, control);
  sandboxRoutes(app, control);
  cutoverRoutes(app, control);
  keyRoutes(app, control);
  targetRoutes(app, rooms.targets);
  caseRoutes(app, rooms);
  caseContentRoutes(app, rooms.cases, options.newId);
  caseFileRoutes(app, rooms.cases);
  jobRoutes(app, rooms.jobs);
  eligibilityRoutes(app, rooms.eligibility);
  migrationRequestRoutes(app, rooms.eligibility);
  endpointHeaderRoutes(app, rooms.endpointHeaders);
  allowListRoutes(app, rooms.cases);
  reportRoutes(app, rooms.reports);
  tokenImportRoutes(app, rooms.tokens.imports);
  tokenRehearsalRoutes(app, rooms.tokens.rehearsals);
  tokenRunRoutes(app, rooms.tokens);
  runbookRoutes(app, rooms.runbooks);
  streamRoutes(app, createBroadcast(options.subscribe));
  return app;
};
