/**
 * A schema as consumers validate by it: objects may have properties that it does not know. The service may add some, and
 * a consumer must not fail on them.
 */
export const openSchema = <T>(schema: T): T => {
  if (Array.isArray(schema)) return schema.map(openSchema) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(key === 'additionalProperties' && value === false))
      .map(([key, value]) => [key, openSchema(value)]),
  ) as T;
};
