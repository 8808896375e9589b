import type { Plugin } from 'vite';

/**
 * Built-in modules of which an `import` costs more than their use. It copies all that they export, with what is only
 * loaded once it is asked for: for `node:http` a whole HTTP client with its WebSockets, 80 ms of each command's.
 */
const modules = ['node:http', 'node:process', 'node:util'];

const imported = new RegExp(`^import (.+) from "(${modules.join('|')})";$`, 'gm');

/** Takes them as they are, by `process.getBuiltinModule`, which copies nothing. */
export const plainBuiltins = (): Plugin => ({
  name: 'plain-builtins',
  renderChunk: (code) => {
    const plain = code.replace(imported, (_line, names: string, name: string) => taken(names, name));
    // As many lines as before, so the source map still holds.
    return plain === code ? null : { code: plain, map: null };
  },
});

/** `a, { b, c as d }`, or one of the two */
const taken = (names: string, name: string): string => {
  const [, whole, parts] = /^(?:(?:\* as )?([\w$]+))?(?:, )?(?:\{ (.+) \})?$/.exec(names) ?? [];
  if (whole === undefined && parts === undefined) throw new Error(`No known form of an import: ${names}`);
  const module = `globalThis.process.getBuiltinModule("${name}")`;
  const variables = [
    ...(whole === undefined ? [] : [`${whole} = ${module}`]),
    ...(parts === undefined ? [] : [`{ ${parts.replaceAll(' as ', ': ')} } = ${module}`]),
  ];
  return `const ${variables.join(', ')};`;
};
