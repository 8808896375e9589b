import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import createQpdf from '@neslinesli93/qpdf-wasm';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { packageRoot } from '#base/package-root.ts';

/** A PDF as two programs read it that have nothing to do with the one that made it. */

interface Tag {
  readonly role?: string;
  readonly alt?: string;
  readonly children?: readonly Tag[];
}

/** What pdf.js reads: text page by page, the outline, tags, metadata, and the attached files. */
export const readPdf = async (content: Buffer) => {
  const task = getDocument({ data: new Uint8Array(content), useSystemFonts: false, verbosity: 0 });
  try {
    const pdf = await task.promise;
    const pages: { text: string; lang: string | null; size: string; tags: string[] }[] = [];
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const { items, lang } = await page.getTextContent();
      const text = items
        .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
        .join('');
      const { width, height } = page.getViewport({ scale: 1 });
      const size = `${Math.round(width)} x ${Math.round(height)}`;
      pages.push({ text, lang, size, tags: tagsOf((await page.getStructTree()) as unknown as Tag) });
    }
    const { info, metadata } = await pdf.getMetadata();
    const attachments = new Map<string, string>();
    for (const name of (await pdf.getAttachments())?.keys() ?? []) {
      const attached = (await pdf.getAttachmentContent(name)) as unknown as Uint8Array;
      attachments.set(name, Buffer.from(attached).toString());
    }
    return {
      pages,
      info: info as Record<string, string>,
      xmp: metadata.getRaw() as string,
      mark: (await pdf.getMarkInfo()) as ReadonlyMap<string, boolean> | null,
      outline: ((await pdf.getOutline()) ?? []).flatMap((one) => titlesOf(one as Entry)),
      attachments,
    };
  } finally {
    await task.destroy();
  }
};

interface Entry {
  readonly title: string;
  readonly items: readonly Entry[];
}
const titlesOf = ({ title, items }: Entry): string[] => [title, ...items.flatMap(titlesOf)];

const tagsOf = ({ role, alt, children = [] }: Tag): string[] => [
  ...(role === undefined ? [] : [alt === undefined ? role : `${role}: ${alt}`]),
  ...children.flatMap(tagsOf),
];

interface Qpdf {
  readonly FS: {
    writeFile(path: string, content: Uint8Array): void;
    readFile(path: string): Uint8Array;
  };
  callMain(args: string[]): number;
}
type CreateQpdf = (options: {
  readonly wasmBinary: Uint8Array;
  readonly noInitialRun: true;
}) => Promise<Qpdf>;

/** What qpdf reads, with every stream in the clear. @throws Error if it had to warn of anything */
export const clearPdf = async (content: Buffer): Promise<string> => {
  const wasmBinary = readFileSync(join(packageRoot(), 'node_modules/@neslinesli93/qpdf-wasm/dist/qpdf.wasm'));
  const qpdf = await (createQpdf as unknown as CreateQpdf)({ wasmBinary, noInitialRun: true });
  qpdf.FS.writeFile('/in.pdf', content);
  const how = ['--qdf', '--object-streams=disable', '--stream-data=uncompress'];
  const code = qpdf.callMain([...how, '/in.pdf', '/out.pdf']);
  if (code !== 0) throw new Error(`qpdf ended with code ${code}.`);
  return Buffer.from(qpdf.FS.readFile('/out.pdf')).toString('latin1');
};
