import type {
  FastifyInstance,
  FastifyRequest,
  onRequestHookHandler,
  preValidationHookHandler,
} from 'fastify';
import { invalid, type ValidationItem } from '#contract/errors.ts';

/**
 * Refuses what a route does not know: fields of its body at any depth, parameters of its query, and a body where it
 * takes none. A field that was misspelt would else be passed over, and the rest carried out. Every route gets it as it
 * is declared, so that none can lack it; a schema that is meant to be open says `additionalProperties` itself.
 * @param covers by the route's address
 */
export const closeInputs = (
  app: Pick<FastifyInstance, 'addHook'>,
  covers: (url: string) => boolean,
): void => {
  app.addHook('onRoute', (route) => {
    if (!covers(route.url)) return;
    const schema = (route.schema ?? {}) as Record<string, Schema | undefined>;
    if (schema.body !== undefined) route.schema = { ...route.schema, body: closed(schema.body) };
    const known = Object.keys(schema.querystring?.properties ?? {});
    route.onRequest = [...[route.onRequest ?? []].flat(), refuseUnknownParameters(known)];
    if (schema.body !== undefined || isUpload(route)) return;
    route.preValidation = [...[route.preValidation ?? []].flat(), refuseBody];
  });
};

/** As much of JSON Schema as tells where fields may be. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** The same schema, in which every object that names its fields takes no others. */
const closed = (schema: Schema): Schema => ({
  ...schema,
  ...(schema.anyOf === undefined ? {} : { anyOf: schema.anyOf.map(closed) }),
  ...(schema.items === undefined ? {} : { items: closed(schema.items) }),
  ...(schema.properties === undefined
    ? {}
    : {
        additionalProperties: false,
        ...(schema.additionalProperties === undefined
          ? {}
          : { additionalProperties: schema.additionalProperties }),
        properties: Object.fromEntries(
          Object.entries(schema.properties).map(([name, inner]) => [name, closed(inner)]),
        ),
      }),
});

/** Its body is a file, which its handler reads as it comes. */
const isUpload = ({ schema }: { schema?: object }): boolean =>
  (schema as { consumes?: readonly string[] } | undefined)?.consumes?.includes('application/octet-stream') ===
  true;

const refuseUnknownParameters = (known: readonly string[]): onRequestHookHandler => {
  const names = new Set(known);
  return (request, _reply, done) => {
    const unknown = Object.keys(request.query as object).filter((name) => !names.has(name));
    done(unknown.length === 0 ? undefined : invalid(...unknown.map((name) => unknownParameter(name, known))));
  };
};

const unknownParameter = (name: string, known: readonly string[]): ValidationItem => ({
  itemId: name,
  message: `${name} is not a query parameter of this address, which takes ${known.length === 0 ? 'none' : known.join(', ')}.`,
  validatorName: 'additionalProperties',
});

/** An empty object says nothing that could be missed. */
const refuseBody: preValidationHookHandler = (request, _reply, done) => {
  const { body } = request;
  if (body === undefined || body === null)
    return done(hasUnreadBody(request) ? invalid(bodyItem) : undefined);
  if (typeof body !== 'object' || Array.isArray(body)) return done(invalid(bodyItem));
  const fields = Object.keys(body);
  if (fields.length === 0) return done();
  return done(
    invalid(
      ...fields.map((name) => ({
        itemId: name,
        message: `${name} is not known here: this request takes no body.`,
        validatorName: 'additionalProperties',
      })),
    ),
  );
};

/** Of GET and HEAD the body is not read. */
const hasUnreadBody = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');

const bodyItem: ValidationItem = {
  itemId: 'body',
  message: 'This request takes no body. Leave it out.',
  validatorName: 'additionalProperties',
};
