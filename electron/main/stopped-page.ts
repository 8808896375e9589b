import { pageHeaders } from '#contract/content-security.ts';
import { quitPath } from './app-address.ts';

/** What main shows by itself when there is no host, or no page: what happened, the end of the log, and what can be done. */

export interface Stopped {
  readonly title: string;
  /** What happened and what to do. */
  readonly text: string;
  /** A sentence each: what is known of a damaged database and its backups. */
  readonly facts: readonly string[];
  readonly log: string;
  /** What mends it, the most promising first: what it says, and where it leads. */
  readonly buttons: readonly { readonly label: string; readonly path: string }[];
}

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

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

export const stoppedPage = ({ title, text, facts, log, buttons }: Stopped): Response =>
  page(
    title,
    `<p>${escaped(text)}</p>
    ${facts.map((fact) => `<p>${escaped(fact)}</p>`).join('\n    ')}
    <div class="actions">
      ${buttons.map(button).join('\n      ')}
      <form method="post" action="${quitPath}"><button>Quit Carryover</button></form>
    </div>
    <h2>The end of the log</h2>
    <pre tabindex="0" aria-label="The end of the log">${escaped(log === '' ? 'The log is empty.' : log)}</pre>`,
  );

const button = ({ label, path }: Stopped['buttons'][number], index: number): string =>
  `<form method="post" action="${path}"><button${index === 0 ? ' class="first"' : ''}>${escaped(label)}</button></form>`;

/** What stands there until the app's own page comes. */
export const startingPage = (): Response =>
  page('Starting again', '<p role="status">The screens come back as soon as they can.</p>');

const page = (title: string, content: string): Response =>
  new Response(
    `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style></head>
  <body><main><h1>${escaped(title)}</h1>${content}</main></body>
</html>`,
    {
      headers: {
        ...pageHeaders,
        'content-security-policy': policy,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      },
    },
  );

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
