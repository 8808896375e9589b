import type { FastifyInstance, preHandlerHookHandler } from 'fastify';

/**
 * UUIDs are the same in either case (RFC 9562, 4) and are kept in lower case. What a route's schemas say is a UUID is
 * lowered once it is validated, so that nobody behind the door thinks of it. Call it before the routes are declared.
 */
export const lowerUuids = (app: Pick<FastifyInstance, 'addHook'>): void => {
  app.addHook('onRoute', (route) => {
    const { params, querystring, body } = (route.schema ?? {}) as Record<string, Schema | undefined>;
    const lower = {
      params: loweringOf(params),
      query: loweringOf(querystring),
      body: loweringOf(body),
    };
    if (Object.values(lower).every((one) => one === undefined)) return;
    const hook: preHandlerHookHandler = (request, _reply, done) => {
      if (lower.params) request.params = lower.params(request.params);
      if (lower.query) request.query = lower.query(request.query);
      if (lower.body) request.body = lower.body(request.body);
      done();
    };
    route.preHandler = [...[route.preHandler ?? []].flat(), hook];
  });
};

/** As much of JSON Schema as tells where a UUID may be. */
interface Schema {
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

type Lowering = (value: unknown) => unknown;

/** Changes objects in place; undefined where the schema has no UUID. */
const loweringOf = (schema: Schema | undefined): Lowering | undefined => {
  if (schema === undefined) return undefined;
  if (schema.format === 'uuid') return lowerUuid;
  if (schema.anyOf !== undefined) return inTurn(schema.anyOf);
  if (schema.items !== undefined) return ofItems(schema.items);
  return schema.properties === undefined ? undefined : ofProperties(schema.properties);
};

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Anything else that the schema takes in place of a UUID, such as a name, stays as it is. */
const lowerUuid: Lowering = (value) =>
  typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : value;

const inTurn = (schemas: readonly Schema[]): Lowering | undefined => {
  const each = schemas.map(loweringOf).filter((one) => one !== undefined);
  return each.length === 0 ? undefined : (value) => each.reduce((lowered, one) => one(lowered), value);
};

const ofItems = (schema: Schema): Lowering | undefined => {
  const lower = loweringOf(schema);
  if (lower === undefined) return undefined;
  return (value) => (Array.isArray(value) ? value.map(lower) : value);
};

const ofProperties = (properties: Readonly<Record<string, Schema>>): Lowering | undefined => {
  const each = Object.entries(properties).flatMap(([name, schema]) => {
    const lower = loweringOf(schema);
    return lower === undefined ? [] : [[name, lower] as const];
  });
  if (each.length === 0) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const fields = value as Record<string, unknown>;
    for (const [name, lower] of each) if (Object.hasOwn(fields, name)) fields[name] = lower(fields[name]);
    return value;
  };
};
