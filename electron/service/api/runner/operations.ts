import type { ErrorObject } from 'ajv';
import type { FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import { toItems } from '#base/http/validation-items.ts';
import { validatorCompiler } from '#base/http/validator.ts';
import type { ValidationItem } from '#contract/errors.ts';
import type { SendRequest } from '#contract/request-runner.ts';

/** The operations of the API with their schemas, to check a request before it is sent, by the rules that hold when it comes. */
export interface Operations {
  add(method: string, url: string, schema: FastifySchema | undefined): void;
  problemsOf(request: SendRequest): ValidationItem[];
}

interface Operation {
  readonly method: string;
  readonly parts: readonly string[];
  readonly schema: FastifySchema;
}

export const createOperations = (): Operations => {
  const operations: Operation[] = [];
  const validate = (schema: unknown, httpPart: 'body' | 'querystring', value: unknown): ValidationItem[] => {
    if (schema === undefined) return [];
    const check = validatorCompiler({ schema: schema as TSchema, method: '', url: '', httpPart });
    const outcome = (check as (value: unknown) => true | { error: ErrorObject[] })(value);
    return outcome === true ? [] : toItems(outcome.error, httpPart === 'body' ? 'body' : 'query');
  };

  return {
    add(method, url, schema) {
      if (schema !== undefined && !(schema as { hide?: boolean }).hide) {
        operations.push({ method, parts: url.split('/'), schema });
      }
    },
    problemsOf({ method, path, body }) {
      const [pathname = '', query = ''] = path.split(/\?(.*)/s);
      const operation = find(operations, method, pathname);
      if (operation === undefined) {
        return [
          {
            itemId: 'path',
            message: `${method} ${pathname} is no operation of this API.`,
            validatorName: 'path',
          },
        ];
      }
      const { schema } = operation;
      const parameters = Object.fromEntries(new URLSearchParams(query));
      return [...validate(schema.querystring, 'querystring', parameters), ...bodyProblems(schema.body, body)];
    },
  };

  function bodyProblems(schema: unknown, body: string | undefined): ValidationItem[] {
    if (schema === undefined) return [];
    if (body === undefined || body.trim() === '') {
      return [{ itemId: 'body', message: 'The body is missing.', validatorName: 'required' }];
    }
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      return [{ itemId: 'body', message: 'The body is not valid JSON.', validatorName: 'json' }];
    }
    return validate(schema, 'body', value);
  }
};

/** A part that is written out goes before one that is a parameter. */
const find = (operations: readonly Operation[], method: string, path: string): Operation | undefined => {
  const given = path.replace(/(?<=.)\/$/, '').split('/');
  const fits = operations.filter(
    (one) =>
      one.method === method &&
      one.parts.length === given.length &&
      one.parts.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at])),
  );
  const literal = ({ parts }: Operation): number => parts.filter((part) => !part.startsWith(':')).length;
  return fits.sort((a, b) => literal(b) - literal(a))[0];
};
