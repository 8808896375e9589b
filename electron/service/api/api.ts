import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, FastifySchema, RawServerDefault } from 'fastify';
import { Type } from 'typebox';
import type { Client } from '#service/core/context.ts';
import type { Legacy } from '#service/legacy/legacy.ts';
import type { Platform } from '#service/platform/platform.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { Webhooks } from '#service/webhooks/webhooks.ts';
import type { Cors } from './cors.ts';
import type { KeyRef, KeyRing } from './key-ring.ts';

/** A Fastify instance whose handlers take their types from the contract's schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What the resources are made of. */
export interface Modules {
  readonly client: Client;
  readonly context: ServiceContext;
  readonly platform: Platform;
  readonly legacy: Legacy;
  readonly webhooks: Webhooks;
}

/** One resource: declares its routes. */
export type Resource = (api: Api, modules: Modules & { readonly keys: KeyRing; readonly cors: Cors }) => void;

/**
 * The options of a tag's routes: what a route is for, its schemas, and the statuses of its errors.
 * @param marks for all of them
 */
export const routesOf =
  (tag: string, marks: { readonly deprecated?: true } = {}) =>
  <S extends FastifySchema>(summary: string, schema: S, errors: readonly number[] = []) => ({
    schema: { tags: [tag], ...marks, summary, ...schema },
    config: { ...marks, errors },
  });

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As in `/companies/{companyId}`; set when the route is declared. */
    template?: string;
    /** Statuses that the route may answer beside its successes and those that are common to all. */
    errors?: readonly number[];
    /** The whole route is deprecated; every call is evidence. */
    deprecated?: boolean;
  }
  interface FastifyRequest {
    /** `systemTime.monotonic()` when it came. */
    startedAt: number;
    /** The template of the path, even where the method does not exist; absent where nothing has this path. */
    template: string | undefined;
    isDeprecated: boolean;
    isLogged: boolean;
    /** Set once the key is checked. */
    apiKey: KeyRef | null;
    /** The effect of the fault that hit it. */
    fault: string | undefined;
  }
}

const id = (what: string) => Type.String({ description: `The id (UUID) of ${what}.` });
export const CompanyPath = Type.Object({ companyId: id('a company') });
export const ConnectionPath = Type.Object({
  companyId: id('a company'),
  connectionId: id('a connection of the company'),
});
export const DatasetPath = Type.Object({
  companyId: id('a company'),
  datasetId: id('a dataset of the company'),
});
export const WebhookPath = Type.Object({ webhookId: id('a webhook endpoint') });
export const RulePath = Type.Object({ ruleId: id('a rule') });
export const AlertPath = Type.Object({ alertId: id('an alert') });
export const ApiKeyPath = Type.Object({ apiKeyId: id('an API key') });

/** An answer without a body. */
export const NoContent = Type.Null({ description: 'Done. The response has no body.' });
