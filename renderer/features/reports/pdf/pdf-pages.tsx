import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '#contract/format.ts';
import preview from '#renderer/features/reports/preview.module.css';
import type { ReportFile } from '#renderer/features/reports/read-report.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loading } from '#renderer/ui/loading.tsx';
import { type OpenedPdf, openPdf } from './open-pdf.ts';
import { PdfPage } from './pdf-page.tsx';

/** px; a wider page is no easier to read. */
const mostWidth = 900;

/** The pages of a PDF, each drawn when it comes into view. Loaded lazily, as what draws them is large. */
const PdfPages = ({ file }: { readonly file: ReportFile }) => {
  const pdf = usePdf(file);
  const { ref, width } = useElementSize();
  const box = useRef<HTMLElement>(null);
  if (pdf instanceof Error) return <ErrorNotice title="Pages not drawn" error={pdf} />;
  if (pdf === undefined) return <Loading text="Drawing pages…" />;
  const count = formatCount(pdf.pages.length, 'page');
  return (
    <section
      ref={box}
      className={preview.pages}
      aria-label={`Preview of ${file.name}, ${count}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
      tabIndex={0}
    >
      <div ref={ref}>
        {width > 0 &&
          pdf.pages.map((page, at) => (
            <PdfPage
              key={page.pageNumber}
              page={page}
              label={`Page ${at + 1} of ${pdf.pages.length}`}
              width={Math.min(width, mostWidth)}
              box={box}
            />
          ))}
      </div>
    </section>
  );
};

export default PdfPages;

const usePdf = ({ bytes }: ReportFile): OpenedPdf | Error | undefined => {
  const [pdf, setPdf] = useState<OpenedPdf | Error>();
  useEffect(() => {
    let isGone = false;
    const { opened, close } = openPdf(bytes);
    const show = (shown: OpenedPdf | Error): void => {
      if (!isGone) setPdf(shown);
    };
    opened.then(show, show);
    return () => {
      isGone = true;
      void close();
    };
  }, [bytes]);
  return pdf;
};
