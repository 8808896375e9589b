import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';

/**
 * Rules, profile and endpoints as a target returns them, also in a file: what is read of them must be there and of its
 * kind; `null` stands for what is not set.
 */

/** A rule of a target; its type may be unknown here. */
export interface ConfiguredRule {
  readonly id: string;
  readonly type: string;
  readonly companyId?: string;
  readonly notifiers: { readonly emails: readonly string[]; readonly webhook?: string };
}

const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

const RuleShape = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  type: Type.String({ maxLength: 200 }),
  companyId: orNull(Type.String({ maxLength: 100 })),
  notifiers: Type.Object({ emails: orNull(Type.Array(Type.String())), webhook: orNull(Type.String()) }),
});
export const RulesShape = Type.Array(RuleShape);
export const ProfileShape = Type.Object({ alertAuthHeader: orNull(Type.String()) });
export const WebhooksShape = Type.Array(
  Type.Object({
    id: Type.String({ minLength: 1 }),
    url: Type.String(),
    eventTypes: orNull(Type.Array(Type.String())),
    disabled: orNull(Type.Boolean()),
    companyId: orNull(Type.String()),
    companyTags: orNull(Type.Array(Type.String())),
  }),
);

/** Where the content is not of the shape, without quoting it; undefined if it is. */
export const problemIn = (schema: TSchema, content: unknown): string | undefined => {
  const [first] = Value.Errors(schema, content);
  return first === undefined ? undefined : `at ${first.instancePath || 'the top'}: ${first.message}`;
};

export const rulesOf = (rules: Static<typeof RulesShape>): ConfiguredRule[] =>
  rules.map(({ id, type, companyId, notifiers: { emails, webhook } }) => ({
    id,
    type,
    ...(hasText(companyId) ? { companyId } : {}),
    notifiers: { emails: emails ?? [], ...(hasText(webhook) ? { webhook } : {}) },
  }));

export const hasText = (value: unknown): value is string => typeof value === 'string' && value !== '';
