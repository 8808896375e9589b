import type { TSchema } from 'typebox';
import { ApiKey } from '#contract/api-key.ts';
import { AuditEvent } from '#contract/audit.ts';
import { ErrorBody } from '#contract/common.ts';
import { Company, CompanyRequest, Connection } from '#contract/company.ts';
import { PullOperation } from '#contract/data.ts';
import { Integration } from '#contract/integration.ts';
import { Alert, AlertPayload, Profile, Rule, RuleRequest } from '#contract/legacy.ts';
import { Webhook, WebhookRequest } from '#contract/webhook.ts';
import { code, pageOf, plain, table } from './markdown.ts';

const introduction =
  'Resources of the public API, as it validates and answers them. The whole API: <http://127.0.0.1:4410/docs> while the local service runs, and `/openapi.json`. The last one is an event of the [audit stream](rules/audit.md).';

const schemas: readonly TSchema[] = [
  Company,
  CompanyRequest,
  Connection,
  PullOperation,
  Integration,
  Webhook,
  WebhookRequest,
  Rule,
  RuleRequest,
  Alert,
  AlertPayload,
  Profile,
  ApiKey,
  ErrorBody,
  AuditEvent,
];

/** A JSON Schema, as far as the contract uses it. */
interface Shape {
  readonly title?: string;
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly required?: readonly string[];
}

/** A type in a few words: `string`, `Connection[]`, `"Active" | "Resolved"`. */
const typeOf = (shape: Shape): string => {
  if (shape.title !== undefined) return shape.title;
  if (shape.enum !== undefined)
    return shape.enum.length > 12 ? 'string' : shape.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (shape.anyOf !== undefined) return shape.anyOf.map(typeOf).join(' | ');
  if (shape.items !== undefined) return `${typeOf(shape.items)}[]`;
  if (shape.properties !== undefined) return `{ ${Object.keys(shape.properties).join(', ')} }`;
  if (typeof shape.additionalProperties === 'object') return `map of ${typeOf(shape.additionalProperties)}`;
  return shape.format === 'uuid' ? 'UUID' : (shape.format ?? shape.type ?? 'any');
};

const ofSchema = (schema: TSchema): string => {
  const { title = '', properties = {}, required = [] } = schema as Shape;
  const rows = Object.entries(properties).map(([name, shape]) => [
    code(name),
    code(typeOf(shape)),
    required.includes(name) ? 'yes' : '',
    plain(shape.description ?? ''),
  ]);
  return `## ${title}\n\n${table(['field', 'type', 'always', ''], rows)}`;
};

/** Fields of the public API's resources. */
export const schemasPage = (): string => pageOf('Schemas', introduction, ...schemas.map(ofSchema));
