import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { fastify } from 'fastify';
import { closeInputs } from '#base/http/closed-inputs.ts';
import { bodyLimit } from '#base/http/error-answer.ts';
import { readJsonBodies } from '#base/http/json-body.ts';
import { lowerUuids } from '#base/http/lower-uuids.ts';
import { serializerCompiler } from '#base/http/serializer.ts';
import { validatorCompiler } from '#base/http/validator.ts';
import type { ApiApp } from './app.ts';
import { addErrorAnswers, answerBrokenPath, type ErrorAnswers } from './errors.ts';

interface AppOptions extends ErrorAnswers {
  /** From `allowedHostNames`. */
  readonly hosts: ReadonlySet<string>;
  /** Whether fields that a route does not know are refused, by its address. */
  readonly covers: (url: string) => boolean;
}

/**
 * A JSON API for programs of this machine: bodies, errors and refusals as all of ours have them. Guards come after it,
 * and before the routes.
 */
export const createApp = async ({ hosts, covers, ...answers }: AppOptions): Promise<ApiApp> => {
  const app: ApiApp = fastify({
    bodyLimit,
    genReqId: () => randomBytes(16).toString('hex'),
    frameworkErrors: answerBrokenPath(answers, hosts),
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1000 },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  readJsonBodies(app);
  lowerUuids(app);
  closeInputs(app, covers);
  addErrorAnswers(app, answers);
  await app.register(helmet, { contentSecurityPolicy: false, hsts: false });
  return app;
};
