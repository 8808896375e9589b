import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packageRoot } from '#base/package-root.ts';
import { codePoints, partedCodePoints } from '#desk/reports/formats/pdf/words.ts';
import { type Fonts, fontsFor } from './fonts.ts';
import type { TypesetJob, TypesetResult } from './job.ts';
import { missingIn } from './missing.ts';
import { TypesetError } from './typeset-error.ts';

type Typst = typeof import('@myriaddreamin/typst-ts-node-compiler');
type Compiler = InstanceType<Typst['NodeCompiler']>;

/** Each round finds what the one before has hidden; there is hardly ever a second. */
const mostRounds = 4;

/** Nothing is read from there: every file is given to the compiler. */
const workspace = resolve('/carryover-report');
const fileIn = (name: string): string => join(workspace, name);

/** Sets reports as PDF/A-3a, each as if there were no other. @throws TypesetError */
export const typeset = async (jobs: readonly TypesetJob[]): Promise<TypesetResult> => {
  const typst = await loadTypst();
  // Of two kinds at most: reading the fonts is most of the work of a short report.
  const made = new Map<string, Compiler>();
  return jobs.map((job) => {
    const fonts = fontsFor(JSON.stringify(job.document));
    const key = fonts.scripts.join();
    const compiler = made.get(key) ?? createCompiler(typst, fonts);
    made.set(key, compiler);
    return typesetOne(job, compiler, fonts.scripts);
  });
};

const createCompiler = ({ NodeCompiler }: Typst, { read }: Fonts): Compiler => {
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: read() }] });
  addTemplates(compiler);
  return compiler;
};

const typesetOne = (
  { document, attached }: TypesetJob,
  compiler: Compiler,
  scripts: readonly string[],
): Uint8Array => {
  const files = attached.map(({ content, ...file }) => ({ ...file, path: `attached-${file.name}` }));
  for (const { name, content } of attached) {
    compiler.mapShadow(fileIn(`attached-${name}`), Buffer.from(content));
  }
  const missing = new Set<string>();
  for (let round = 0; round < mostRounds; round++) {
    const data = { ...(withCodePoints(document, missing) as typeof document), scripts, attached: files };
    const unset =
      missing.size === 0
        ? null
        : unsetNote(
            document.words.unset,
            [...missing].flatMap((text) => [...text]),
          );
    compiler.mapShadow(fileIn('data.json'), Buffer.from(JSON.stringify({ ...data, unset })));
    const found = pdfOf(compiler);
    if (found instanceof Uint8Array) return found;
    for (const text of found) missing.add(text);
  }
  throw new TypesetError('some text has no glyphs');
};

const loadTypst = async (): Promise<Typst> => {
  try {
    const { default: typst } = await import('@myriaddreamin/typst-ts-node-compiler');
    return typst;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new TypesetError(
      `Typst has no part for ${process.platform} ${process.arch} here (${code ?? 'not loaded'})`,
    );
  }
};

const addTemplates = (compiler: Compiler): void => {
  const folder = join(packageRoot(), 'resources', 'report');
  for (const name of readdirSync(folder)) {
    compiler.addSource(fileIn(name), readFileSync(join(folder, name), 'utf8'));
  }
};

/** The file, or the text that the fonts lack. Rust's message may quote the report, so it goes no further. */
const pdfOf = (compiler: Compiler): Uint8Array | string[] => {
  const compiled = compiler.compile({ mainFilePath: fileIn('report.typ') });
  if (compiled.result === null) throw new TypesetError('the pages could not be set');
  try {
    return new Uint8Array(compiler.pdf(compiled.result, { pdfStandard: 'a-3a', pdfTags: true }));
  } catch (error) {
    const missing = missingIn((error as Error).message);
    if (missing === undefined) throw new TypesetError('the pages are no PDF/A-3a');
    return missing;
  }
};

const withCodePoints = (value: unknown, missing: ReadonlySet<string>): unknown => {
  if (missing.size === 0) return value;
  if (typeof value === 'string') {
    let text = value;
    for (const one of missing) text = text.replaceAll(one, partedCodePoints);
    return text;
  }
  if (Array.isArray(value)) return value.map((one) => withCodePoints(one, missing));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withCodePoints(one, missing)]));
};

const mostNamed = 12;

const unsetNote = (words: string, signs: readonly string[]): string => {
  const codes = [...new Set(signs)]
    .sort((a, b) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0))
    .map(codePoints);
  const more = codes.length > mostNamed ? ` and ${codes.length - mostNamed} more` : '';
  return words.replace('CODES', () => `${codes.slice(0, mostNamed).join(' ')}${more}`);
};
