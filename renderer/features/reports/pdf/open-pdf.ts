import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

/** pdf.js, in a worker from our own origin, with nothing that it would load or run: reports have their fonts in them. */

// What loads this is drawn once, so it is set in time.
GlobalWorkerOptions.workerSrc = workerUrl;

export interface OpenedPdf {
  readonly pages: readonly PDFPageProxy[];
  /** Ends its worker. */
  readonly close: () => Promise<void>;
}

/** @param bytes are kept as they are: pdf.js takes a copy along */
export const openPdf = (
  bytes: Uint8Array<ArrayBuffer>,
): { opened: Promise<OpenedPdf>; close: () => Promise<void> } => {
  const task = getDocument({
    data: bytes.slice(),
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    disableWorkerRendering: true,
    stopAtErrors: true,
  });
  const close = () => task.destroy();
  return { opened: task.promise.then(pagesOf).then((pages) => ({ pages, close })), close };
};

const pagesOf = (pdf: PDFDocumentProxy): Promise<PDFPageProxy[]> =>
  Promise.all(Array.from({ length: pdf.numPages }, (_, at) => pdf.getPage(at + 1)));
