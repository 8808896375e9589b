import type { Plugin, Rolldown } from 'vite';

/**
 * Has each function that the store has for others note that it is called. The engine could count calls, too, but optimizes
 * nothing while it does: tests took a third more.
 */

declare global {
  /** `attempts.ts insertAttempts`: what the tests of the present file called. */
  var calledInStore: Set<string> | undefined;
}

export const storeFolder = 'electron/service/store';

export const notedCalls = (): Plugin => ({
  name: 'noted-calls',
  transform(code, id) {
    const file = id.split(`/${storeFolder}/`)[1]?.replace(/\?.*$/, '');
    if (file === undefined) return null;
    const insertions = functionsOf(this.parse(code)).flatMap(({ name, body }) => {
      const note = `globalThis.calledInStore?.add(${JSON.stringify(`${file} ${name}`)})`;
      return body.type === 'BlockStatement'
        ? [{ at: body.start + 1, text: `${note};` }]
        : [
            { at: body.start, text: `(${note},` },
            { at: body.end, text: ')' },
          ];
    });
    // Each is on the line that it is in: lines in traces stay right.
    return { code: inserted(code, insertions), map: null };
  },
});

interface NamedFunction {
  readonly name: string;
  readonly body: { readonly type: string; readonly start: number; readonly end: number };
}

const functionsOf = ({ body }: ReturnType<Rolldown.PluginContext['parse']>): NamedFunction[] =>
  body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
    if (declaration?.type !== 'VariableDeclaration') return [];
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression'
        ? [{ name: id.name, body: init.body }]
        : [],
    );
  });

const inserted = (
  code: string,
  insertions: readonly { readonly at: number; readonly text: string }[],
): string =>
  insertions
    .toSorted((a, b) => b.at - a.at)
    .reduce((all, { at, text }) => all.slice(0, at) + text + all.slice(at), code);
