import type { BodyShape, Difference, ValueShape } from '#contract/fidelity.ts';
import { fieldOf, parentOf } from './body-shape.ts';
import type { DocumentedShape, DocumentedValue } from './document-shape.ts';

export interface BodyComparison {
  readonly differences: readonly Difference[];
  /** Fields that the description has, and those of them that the target's answers showed. */
  readonly fields: { readonly seen: number; readonly of: number };
}

/**
 * What a target answered, beside what the local copy answers or may answer by its description: data differs from copy to
 * copy, so that a field is missing only if the description lacks it too.
 * @param documented undefined if the description does not say
 */
export const compareBodies = (
  target: BodyShape,
  local: BodyShape,
  documented: DocumentedShape = new Map(),
): BodyComparison => {
  const isOpen = (path: string): boolean => documented.get(path)?.hasOwnKeys === true;
  const sides: Sides = {
    target: byDocumentedPath(target, isOpen),
    local,
    documented,
    locally: new Set(Object.keys(local).map((path) => withOwnKeys(path, isOpen))),
  };
  const fields = [...documented.keys()].filter((path) => fieldOf(path) !== undefined);
  return {
    differences: [...valuesThatDiffer(sides), ...fieldsThatLack(sides)],
    fields: { seen: fields.filter((path) => sides.target.has(path)).length, of: fields.length },
  };
};

interface Sides {
  readonly target: ReadonlyMap<string, readonly ValueShape[]>;
  readonly local: BodyShape;
  readonly documented: DocumentedShape;
  /** Paths of `local`, as the description has them. */
  readonly locally: ReadonlySet<string>;
}

/** A key that is data is no field. */
const byDocumentedPath = (shape: BodyShape, isOpen: (path: string) => boolean): Sides['target'] => {
  const all = Object.entries(shape).map(([path, value]) => ({ path: withOwnKeys(path, isOpen), value }));
  const byPath = Map.groupBy(all, ({ path }) => path);
  return new Map([...byPath].sort().map(([path, values]) => [path, values.map(({ value }) => value)]));
};

/** What the target has and the local copy has not, or not so. */
const valuesThatDiffer = ({ target, local, documented, locally }: Sides): Difference[] => {
  const isKnown = (path: string): boolean => path === '$' || documented.has(path) || locally.has(path);
  return [...target].flatMap(([path, values]) => {
    if (isKnown(path)) {
      const found = kindsThatDiffer(values, documented.get(path), local[path]);
      return found === undefined ? [] : [inField(path, found.target, found.local)];
    }
    const parent = parentOf(path);
    // What is below it is missing with it; the items of a list that is empty here were not seen here.
    if (!isKnown(parent) || isFree(parent, documented, locally)) return [];
    return [inField(path, formatKinds(values), 'missing')];
  });
};

/** What the local copy always has and the target lacks. */
const fieldsThatLack = ({ target, documented, local }: Sides): Difference[] =>
  documentedFields(documented, local).flatMap(([path, { optional }]) => {
    if (optional || path.includes('{name}')) return [];
    if (target.get(parentOf(path))?.some(({ is }) => is.includes('object')) !== true) return [];
    const there = target.get(path);
    if (there === undefined) return [inField(path, 'missing', 'always there')];
    return there.some((value) => value.optional) ? [inField(path, 'sometimes missing', 'always there')] : [];
  });

const inField = (at: string, target: string, local: string): Difference => ({
  in: 'field',
  at,
  target,
  local,
});

/** `$.invoices.status` as `$.{name}.status` where the keys of `$` are data. */
const withOwnKeys = (path: string, isOpen: (path: string) => boolean): string =>
  path
    .split('.')
    .reduce((before, part) =>
      isOpen(before) ? `${before}.{name}${'[]'.repeat(part.split('[]').length - 1)}` : `${before}.${part}`,
    );

/** Whether nothing is said of what it holds: an object or a list of anything, or a list that was empty here. */
const isFree = (path: string, documented: DocumentedShape, locally: ReadonlySet<string>): boolean => {
  const place = documented.get(path);
  if (place === undefined) return ![...locally].some((known) => known !== path && known.startsWith(path));
  return place.hasOwnKeys && !documented.has(`${path}.{name}`);
};

/** Fields by the description; by the answers of the local copy, where it has none. */
const documentedFields = (
  documented: DocumentedShape,
  local: BodyShape,
): (readonly [string, { readonly optional?: boolean }])[] =>
  (documented.size > 0 ? [...documented] : Object.entries(local)).filter(
    ([path]) => fieldOf(path) !== undefined,
  );

/** Kinds of the target that the local copy has not. */
const kindsThatDiffer = (
  values: readonly ValueShape[],
  documented: DocumentedValue | undefined,
  local: ValueShape | undefined,
): { readonly target: string; readonly local: string } | undefined => {
  const here = new Set([...(documented?.is ?? []), ...(local?.is ?? [])].map(generally));
  // Anything may be there.
  if (documented !== undefined && documented.is.size === 0) return undefined;
  const [theirs, ours] = [values.flatMap(({ is }) => is), local?.is ?? []];
  if (haveOtherForms(theirs, ours))
    return { target: formatKinds([{ is: theirs }]), local: formatKinds([{ is: [...ours] }]) };
  const odd = [...new Set(values.flatMap(({ is }) => is))].filter((kind) => !isAmong(generally(kind), here));
  if (odd.length === 0) return undefined;
  return {
    target: formatKinds([{ is: odd }]),
    local: formatKinds([{ is: [...(documented?.is ?? local?.is ?? [])] }]),
  };
};

/** A client that reads one of these forms does not read another. */
const forms: ReadonlySet<string> = new Set([
  'url',
  'path',
  'data url',
  'uuid',
  'instant',
  'instant without zone',
  'date',
]);

/** Whether both have a form each time, and never the same: where the description says no more than that it is a text. */
const haveOtherForms = (theirs: readonly string[], ours: readonly string[]): boolean => {
  const [one, other] = [theirs.map(formOf), ours.map(formOf)];
  const all = [...one, ...other];
  if (one.length === 0 || other.length === 0 || all.includes(undefined)) return false;
  // An id that no list gave is a UUID on one side.
  const isId = (form: string | undefined): boolean => form === 'uuid' || form?.startsWith('{') === true;
  if (all.includes('uuid') && one.some(isId) && other.some(isId)) return false;
  return !one.some((form) => other.includes(form));
};

/** Of an id: what it is one of. */
const formOf = (kind: string): string | undefined => {
  if (kind.startsWith('{')) return kind.replace(/:\d+/, '');
  return forms.has(kind) ? kind : undefined;
};

/** Lists of any length are lists, and an id is one by whatever name. */
const generally = (kind: string): string => {
  if (kind === 'empty list' || kind === 'list of one') return 'list';
  return kind.startsWith('{') ? 'id' : kind;
};

const isText = (kind: string): boolean =>
  ['text', 'empty text', 'url', 'path', 'data url', 'uuid', 'id', 'date'].includes(kind) ||
  kind.startsWith('instant') ||
  kind.startsWith('=');

const isAmong = (kind: string, here: ReadonlySet<string>): boolean => {
  if (here.has(kind)) return true;
  if (kind === 'integer') return here.has('number');
  if (kind === 'id') return here.has('uuid') || here.has('text');
  // A text without a form may have any.
  if (isText(kind) && here.has('text')) return true;
  return kind === 'uuid' && here.has('id');
};

const mostTold = 6;

const formatKinds = (values: readonly ValueShape[]): string => {
  const kinds = [...new Set(values.flatMap(({ is }) => is))].map(formatKind);
  const more = kinds.length > mostTold ? `, and ${kinds.length - mostTold} more` : '';
  return kinds.slice(0, mostTold).join(', ') + more;
};

const formatKind = (kind: string): string => (kind.startsWith('=') ? `"${kind.slice(1)}"` : kind);
