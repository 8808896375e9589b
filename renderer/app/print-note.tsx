import { clockFace } from '#renderer/lib/format.ts';
import { usePrinting } from '#renderer/lib/use-printing.ts';

/** On paper only: the screen, its case, the time, and that a list that scrolls is there in part. */
export const PrintNote = () => {
  if (!usePrinting()) return undefined;
  return (
    <p className="print-note">
      {document.title} · {clockFace(Date.now())}
      <span className="print-cut"> · Rows in view only</span>
    </p>
  );
};
