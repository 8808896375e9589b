import { type PDFPageProxy, RenderingCancelledException, TextLayer } from 'pdfjs-dist';
import { type RefObject, useEffect, useRef, useState } from 'react';
import classes from './pdf-page.module.css';

interface PdfPageProps {
  readonly page: PDFPageProxy;
  readonly label: string;
  /** px */
  readonly width: number;
  /** What scrolls. */
  readonly box: RefObject<HTMLElement | null>;
}

/** A page, drawn while it is in view or near it: a picture, and its text above it, to select and to be read aloud. */
export const PdfPage = ({ page, label, width, box }: PdfPageProps) => {
  const place = useRef<HTMLElement>(null);
  const isNear = useIsNear(place, box);
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  return (
    <article
      ref={place}
      className={classes.page}
      aria-label={label}
      style={{ width: viewport.width, height: viewport.height }}
    >
      {isNear && <Drawn key={width} page={page} scale={viewport.scale} />}
    </article>
  );
};

/** So far above or below what is shown a page is drawn ahead. */
const near = '600px';

const useIsNear = (place: RefObject<HTMLElement | null>, box: RefObject<HTMLElement | null>): boolean => {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    const watching = new IntersectionObserver(([seen]) => setNear(seen?.isIntersecting === true), {
      root: box.current,
      rootMargin: `${near} 0px`,
    });
    watching.observe(current);
    return () => watching.disconnect();
  }, [place, box]);
  return isNear;
};

const Drawn = ({ page, scale }: { readonly page: PDFPageProxy; readonly scale: number }) => {
  const picture = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const [canvas, container] = [picture.current, text.current];
    if (canvas === null || container === null) return undefined;
    const viewport = page.getViewport({ scale });
    // Sharper than twice, a screen can't show; the canvas would only take memory.
    const ratio = Math.min(2, window.devicePixelRatio);
    canvas.width = Math.floor(viewport.width * ratio);
    canvas.height = Math.floor(viewport.height * ratio);
    const drawing = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] });
    const words = new TextLayer({
      textContentSource: page.streamTextContent({ includeMarkedContent: true }),
      container,
      viewport,
    });
    Promise.all([drawing.promise, words.render()]).catch((error: Error) => {
      if (error instanceof RenderingCancelledException || error.name === 'AbortException') return;
      setProblem(error.message);
    });
    return () => {
      drawing.cancel();
      words.cancel();
      container.replaceChildren();
    };
  }, [page, scale]);
  if (problem !== undefined)
    return <p role="alert">This page can't be drawn: {problem}. Export the file to see it.</p>;
  return (
    <>
      <canvas ref={picture} className={classes.picture} aria-hidden />
      <div ref={text} className={classes.words} style={{ '--total-scale-factor': scale } as object} />
    </>
  );
};
