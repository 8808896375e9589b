import { pageHeaders } from './content-security.ts';

/** A page without scripts and files of its own, for when the screens cannot be shown. */

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export const plainPageHeaders: Readonly<Record<string, string>> = {
  ...pageHeaders,
  'content-security-policy': policy,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
};

const style = `
  :root { color-scheme: light dark; font: 15px/1.55 system-ui, sans-serif; }
  body { margin: 0; padding: 48px clamp(24px, 8vw, 96px); background: Canvas; color: CanvasText; }
  main { max-width: 860px; margin: 0 auto; }
  h1 { font-size: 24px; line-height: 1.3; margin: 0 0 12px; }
  h2 { font-size: 15px; margin: 32px 0 8px; }
  p { margin: 0 0 12px; overflow-wrap: anywhere; }
  pre { margin: 0; padding: 12px 16px; max-height: 40vh; overflow: auto; font: 12px/1.5 ui-monospace, monospace;
    white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid GrayText; border-radius: 6px; }
  .actions { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 24px; }
  button { font: inherit; padding: 8px 18px; border-radius: 6px; border: 1px solid GrayText; background: ButtonFace;
    color: ButtonText; cursor: pointer; }
  button.first { background: #1c5fc4; border-color: #1c5fc4; color: #fff; }
  button:focus-visible, pre:focus-visible { outline: 3px solid #5b9bff; outline-offset: 2px; }
`;

/** @param title plain text. @param content HTML, in which what comes from elsewhere is `escaped` */
export const plainPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style></head>
  <body><main><h1>${escaped(title)}</h1>${content}</main></body>
</html>`;

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
