import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { packageOf } from './bundled.ts';
import { root } from './help/pages.ts';

const folder = join(root, 'renderer', 'form');

/**
 * Makes `form.html`, the page that integrators fill in, which the desk only puts the data into: a single file that works
 * from a disk, as one script without modules, and loads nothing. What may run in it is said by hash.
 */
export const formPage = (): Plugin => ({
  name: 'form-page',
  apply: 'build',
  async generateBundle() {
    const { script, style, packages } = await bundled();
    const template = readFileSync(join(folder, 'index.html'), 'utf8');
    const parts: Record<string, string> = {
      policy: `<meta http-equiv="Content-Security-Policy" content="${policyFor(script, style)}" />`,
      style: `<style>${style}</style>`,
      script: `<script>${script}</script>\n    ${licences(packages)}`,
    };
    // What is put in may hold signs that mean something in a replacement.
    const source = Object.entries(parts).reduce(
      (html, [name, part]) => html.replace(`<!--${name}-->`, () => part),
      template,
    );
    this.emitFile({ type: 'asset', fileName: 'form.html', source });
  },
});

const bundled = async () => {
  const result = (await build({
    configFile: false,
    root: folder,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      cssMinify: true,
      // Otherwise the script would bring the style along, which the policy refuses.
      cssCodeSplit: false,
      // Any browser that has the streams and the time zones that the form needs.
      target: ['chrome123', 'firefox120', 'safari17.5'],
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(folder, 'main.ts'),
        output: { format: 'iife', codeSplitting: false },
        treeshake: {
          manualPureFunctions: ['Type', 'Closed', 'Keyed', 'MapOf', 'OneOf', 'Paged'],
          moduleSideEffects: [{ test: /node_modules[\\/]|electron[\\/]contract/, sideEffects: false }],
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  const chunk = result.output.find((one) => one.type === 'chunk');
  const css = result.output.find((one) => one.type === 'asset' && one.fileName.endsWith('.css'));
  if (chunk?.type !== 'chunk' || css?.type !== 'asset')
    throw new Error('The form was not bundled as one script and one style.');
  const script = chunk.code.trim();
  if (/<\/script|<!--/i.test(script))
    throw new Error('The script of the form would end too early in its page.');
  const packages = new Set(usedModules(chunk).flatMap((id) => packageOf(id) ?? []));
  return { script, style: String(css.source).trim(), packages: [...packages].sort() };
};

/** Those of which something is left. */
const usedModules = ({ modules }: Rolldown.OutputChunk): string[] =>
  Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? id : []));

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policyFor = (script: string, style: string): string =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');

/** What its packages ask to be told wherever their code goes. */
const licences = (packages: readonly string[]): string => {
  const texts = packages.map((name) => {
    const { name: title, version } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'));
    const file = readdirSync(join(root, name)).find((one) => /^licen[cs]e/i.test(one));
    if (file === undefined || !existsSync(join(root, name, file)))
      throw new Error(`${title} has no licence to quote.`);
    return `${title} ${version}\n\n${readFileSync(join(root, name, file), 'utf8').trim()}`;
  });
  return `<script type="text/plain" id="licences">\n${texts.join('\n\n----\n\n').replaceAll('<', '‹')}\n</script>`;
};
