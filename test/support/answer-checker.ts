import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

/** What a client sees of an answer. */
interface Seen {
  readonly method: string;
  /** Path with its query string. */
  readonly url: string;
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
}

/** An OpenAPI document, as far as it is needed here. */
export interface Documented {
  readonly paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
}
interface Response {
  readonly content?: { 'application/json': { schema: object } };
}

/**
 * Throws if an answer is not one that the OpenAPI document promises: its status for that route, and a body that its
 * schema describes to the last property. Paths that are not in the document are left alone.
 */
export const createAnswerChecker = (document: Documented): ((seen: Seen) => void) => {
  const ajv = new Ajv({ strict: false, allErrors: true, code: { optimize: false } });
  formats.default(ajv);
  ajv.addSchema(document, 'api');
  const validators = new Map<object, ValidateFunction>();
  const validatorOf = (schema: object): ValidateFunction => {
    const found = validators.get(schema) ?? ajv.compile(absolute(schema) as object);
    validators.set(schema, found);
    return found;
  };
  const paths = Object.keys(document.paths)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((template) => ({ template, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}/?$`) }));
  const anyError = { $ref: '#/components/schemas/Error' };

  const templateOf = (url: string): string | undefined => {
    const path = url.split('?', 1)[0] as string;
    return paths.find(({ pattern }) => pattern.test(path))?.template;
  };
  const check = ({ method, body, text }: Seen, response: Response | undefined): string | undefined => {
    if (response === undefined) return 'is not documented';
    const schema = response.content?.['application/json'].schema;
    if (schema === undefined || method === 'HEAD') return text === '' ? undefined : 'should have no body';
    const validate = validatorOf(schema);
    return validate(body) ? undefined : `its schema forbids: ${ajv.errorsText(validate.errors)}`;
  };

  return (response) => {
    const { method, url, status, text } = response;
    const template = templateOf(url);
    if (template === undefined) return;
    const operation = document.paths[template]?.[(method === 'HEAD' ? 'get' : method).toLowerCase()];
    if (operation === undefined && method === 'OPTIONS') return;
    const documented = operation === undefined ? refused(status, anyError) : operation.responses[status];
    const fault = check(response, documented);
    if (fault !== undefined) throw new Error(`${method} ${url} returned ${status} ${text}, which ${fault}`);
  };
};

/** A method that a path does not have. */
const refused = (status: number, schema: object): Response | undefined =>
  [403, 405].includes(status) ? { content: { 'application/json': { schema } } } : undefined;

/** References inside the document, as seen from a schema that is compiled by itself. */
const absolute = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(absolute);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === '$ref' ? `api${value}` : absolute(value)]),
  );
};
