import { globSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { parseSync } from 'vite';
import { packageRoot } from '#base/package-root.ts';
import { textOf } from '#test/docs/pages.ts';

/** Files of a module's own in the drawing. */
const ownNode: Readonly<Record<string, string>> = {
  'electron/desk/step-modules.ts': 'desk/step-modules',
  'electron/desk/worker.ts': 'desk/worker',
};

/** The module that a file belongs to: `service/store`, `desk`, `cli`, `renderer/ui`. */
const moduleOf = (path: string): string => {
  const own = ownNode[path];
  if (own !== undefined) return own;
  const [top, first = '', second = ''] = path.split('/');
  if (top === 'renderer') return `renderer/${first}`;
  const isDivided = (first === 'service' || first === 'desk') && !second.includes('.');
  return isDivided ? `${first}/${second}` : first;
};

/**
 * What a file imports, exports from, or loads later, as paths from the root; packages are left out.
 * @param isRun without what is there for its types alone
 */
const importsOf = (path: string, isRun = false): string[] => {
  const text = textOf(path);
  const { module } = parseSync(path, text);
  const isWanted = (entries: readonly { readonly isType: boolean }[]): boolean =>
    !isRun || entries.length === 0 || entries.some(({ isType }) => !isType);
  const requests = [
    ...module.staticImports.flatMap(({ moduleRequest, entries }) =>
      isWanted(entries) ? [moduleRequest.value] : [],
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) =>
        entry.moduleRequest === null || !isWanted([entry]) ? [] : [entry.moduleRequest.value],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    ),
  ];
  return requests.flatMap((request) => {
    if (request.startsWith('#renderer/')) return [request.slice(1)];
    // The type of a data file.
    if (request.startsWith('#resources/')) return [];
    if (request.startsWith('#')) return [`electron/${request.slice(1)}`];
    return request.startsWith('./') ? [join(dirname(path), request)] : [];
  });
};

/** Every import from one module to another, `from → to`. */
export const moduleImports = (): Map<string, Set<string>> => {
  const imports = new Map<string, Set<string>>();
  for (const path of globSync('{electron,renderer}/**/*.{ts,tsx}', { cwd: packageRoot() }).map((one) =>
    one.replaceAll('\\', '/'),
  )) {
    const from = moduleOf(path);
    const known = imports.get(from) ?? imports.set(from, new Set()).get(from);
    for (const to of importsOf(path).map(moduleOf)) if (to !== from) known?.add(to);
  }
  return imports;
};

/** Every file that runs, now or later, where one does. */
export const filesBehind = (entries: readonly string[]): ReadonlySet<string> => {
  const seen = new Set(entries);
  // A set goes on to what is added meanwhile.
  for (const path of seen) for (const next of importsOf(path, true)) seen.add(next);
  return seen;
};
