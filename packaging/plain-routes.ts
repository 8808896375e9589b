import type { Plugin } from 'vite';

/**
 * Fastify's router writes and compiles a function for each piece of a path, and two for each route: nineteen hundred for
 * a host, most of them the same, a tenth of its start.
 */
const changes: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  // Pieces of any length are compared as the long ones are.
  'node.js': [
    ['const LONG_PREFIX_MIN_LENGTH = 16', 'const LONG_PREFIX_MIN_LENGTH = 2'],
    ['path.indexOf(prefix, i) === i', 'path.startsWith(prefix, i)'],
  ],
  // Functions of the same text are compiled once.
  'handler-storage.js': [
    [
      'class HandlerStorage {',
      'const compiled = new Map(); const compiledOf = (name, text) => compiled.get(text) ?? compiled.set(text, new Function(name, text)).get(text); class HandlerStorage {',
    ],
    ["return new Function('NullObject', fnBody.join", "return compiledOf('NullObject', fnBody.join"],
    ["= new Function('derivedConstraints', lines.join", "= compiledOf('derivedConstraints', lines.join"],
  ],
};

/** @throws Error where the router is another one than these changes are of */
export const plainRoutes = (): Plugin => ({
  name: 'plain-routes',
  transform(code, id) {
    const file = /[\\/]find-my-way[\\/]lib[\\/]([^\\/]+)$/.exec(id)?.[1];
    const wanted = file === undefined ? undefined : changes[file];
    if (wanted === undefined) return null;
    return { code: wanted.reduce(changed, code), map: null };
  },
});

const changed = (code: string, [from, to]: readonly [string, string]): string => {
  if (code.split(from).length !== 2) throw new Error(`find-my-way has no longer one “${from}”`);
  return code.replace(from, () => to);
};
