/** Moves schemas with a title under `components/schemas`, so that the document names each once. */
export const namedComponents = <T extends object>(document: T): T => {
  const { info, ...rest } = document as T & { info?: unknown };
  const { node, schemas } = collectNamed(rest, '#/components/schemas/');
  const { components } = node as { components?: { schemas?: object } };
  return {
    ...(node as object),
    info,
    components: { ...components, schemas: { ...components?.schemas, ...schemas } },
  } as unknown as T;
};

/** Replaces schemas with a title by references that begin with `prefix`, and answers them by their titles. */
export const collectNamed = (
  root: unknown,
  prefix: string,
): { readonly node: unknown; readonly schemas: Readonly<Record<string, unknown>> } => {
  const schemas: Record<string, unknown> = {};

  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]));
    if (!isNamedSchema(copy)) return copy;
    schemas[copy.title] ??= copy;
    return { $ref: `${prefix}${copy.title}` };
  };

  return { node: visit(root), schemas };
};

const isNamedSchema = (node: Record<string, unknown>): node is { title: string } =>
  typeof node.title === 'string' && ('type' in node || 'anyOf' in node);
