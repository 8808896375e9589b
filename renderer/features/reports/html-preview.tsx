import { useEffect, useState } from 'react';
import classes from './preview.module.css';
import type { ReportFile } from './read-report.ts';

/**
 * In a frame that may do nothing, whatever the file's own policy says: no script, form or window, and no way out of it. It has
 * an address of its own, of this page's origin: links to its sections lead nowhere otherwise.
 */
export const HtmlPreview = ({ file }: { readonly file: ReportFile }) => {
  const url = useBlobUrl(file);
  return (
    <iframe
      className={classes.frame}
      title={`Preview of ${file.name}`}
      sandbox="allow-same-origin"
      src={url}
    />
  );
};

const useBlobUrl = ({ bytes }: ReportFile): string | undefined => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type: 'text/html; charset=utf-8' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  return url;
};
