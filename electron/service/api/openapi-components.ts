/** Moves schemas with a title under `components/schemas`, so that the document names each once. */
export const namedComponents = <T extends object>(document: T): T => {
  const schemas: Record<string, unknown> = {};

  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]));
    if (!isNamedSchema(copy)) return copy;
    schemas[copy.title] ??= copy;
    return { $ref: `#/components/schemas/${copy.title}` };
  };

  const { info, ...rest } = document as T & { info?: unknown };
  const visited = visit(rest) as { components?: { schemas?: object } };
  return {
    ...visited,
    info,
    components: { ...visited.components, schemas: { ...visited.components?.schemas, ...schemas } },
  } as unknown as T;
};

const isNamedSchema = (node: Record<string, unknown>): node is { title: string } =>
  typeof node.title === 'string' && ('type' in node || 'anyOf' in node);
