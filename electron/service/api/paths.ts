/** The paths that exist, for saying 405 rather than 404, and what can't ever be called. */
export interface Paths {
  add(url: string, methods: string | readonly string[], isDeprecated: boolean): void;
  find(path: string): KnownPath | undefined;
  /** @param template as somebody wrote it, whatever its parameters are called there */
  like(template: string): KnownPath | undefined;
}

export interface KnownPath {
  /** As in `/companies/{companyId}`. */
  readonly template: string;
  readonly methods: readonly string[];
  readonly isDeprecated: boolean;
}

const inOrder = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface Known {
  readonly methods: Set<string>;
  readonly isDeprecated: boolean;
  readonly pattern: RegExp;
}

export const createPaths = (): Paths => {
  const known = new Map<string, Known>();
  return {
    add(url, methods, isDeprecated) {
      const path = known.get(url) ?? { methods: new Set(), isDeprecated, pattern: toPattern(url) };
      for (const method of [methods].flat()) path.methods.add(method);
      known.set(url, path);
    },
    find(path) {
      const found = [...known].filter(([, { pattern }]) => pattern.test(path));
      // As the router does: a word that is spelt out wins over a parameter.
      const [first] = found.sort(([a], [b]) => parameters(a) - parameters(b));
      return first === undefined ? undefined : toKnownPath(first);
    },
    like(template) {
      const shape = shapeOf(template);
      const found = [...known].find(([url]) => shapeOf(toTemplate(url)) === shape);
      return found === undefined ? undefined : toKnownPath(found);
    },
  };
};

const toKnownPath = ([url, { methods, isDeprecated }]: readonly [string, Known]): KnownPath => ({
  template: toTemplate(url),
  methods: inOrder.filter((method) => methods.has(method)),
  isDeprecated,
});

const shapeOf = (template: string): string => template.replace(/\{[^{}/]*\}/g, '{}').toLowerCase();

export const toTemplate = (url: string): string => url.replace(/:(\w+)/g, '{$1}');

const toPattern = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+').replace(/\*/g, '.+')}/?$`);

const parameters = (url: string): number => url.split(/[:*]/).length;

/** The path of a request as it was sent, without its query string. */
export const pathOf = ({ url }: { readonly url: string }): string => {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at);
};
