import { escaped, plainPage, plainPageHeaders } from '#contract/plain-page.ts';
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
  new Response(plainPage(title, content), { headers: plainPageHeaders });
