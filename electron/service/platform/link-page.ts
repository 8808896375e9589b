import type { ConnectionStatus } from '#contract/company.ts';

/**
 * What a company's person sees when they are asked to connect. Self-contained HTML, without script; all texts that
 * people gave are escaped. Its forms POST to `<path>/complete` and `<path>/fail`.
 */

export interface ConnectionPage {
  readonly companyName: string;
  readonly platformName: string;
  readonly status: ConnectionStatus;
  /** Of this page. */
  readonly path: string;
  readonly companyPath: string;
}

const statusTexts: Readonly<Record<ConnectionStatus, string>> = {
  PendingAuth: 'Not connected yet',
  Linked: 'Connected',
  Unlinked: 'Disconnected',
  Deauthorized: 'Permission lost',
};

export const connectionPage = (page: ConnectionPage): string => {
  const company = escapeHtml(page.companyName);
  const platform = escapeHtml(page.platformName);
  const isLinked = page.status === 'Linked';
  const text = isLinked
    ? `<p>${company} is connected to ${platform}. There is nothing left to do here; you can close this page.</p>`
    : `<p>${company} is asked to share its data from ${platform}. If you agree, data is read from ${platform}; nothing is changed there.</p>
      <form method="post" action="${escapeHtml(page.path)}/complete"><button class="yes">Connect ${platform}</button></form>
      <form method="post" action="${escapeHtml(page.path)}/fail"><button>Refuse</button></form>`;
  return layout(
    `Connect ${platform}`,
    `<h1>${isLinked ? `${platform} is connected` : `Connect ${platform}`}</h1>
      ${badge(page.status)}
      ${text}
      <p class="more"><a href="${escapeHtml(page.companyPath)}">All connections of ${company}</a></p>`,
  );
};

export const companyPage = (
  companyName: string,
  connections: readonly { platformName: string; status: ConnectionStatus; path: string }[],
): string => {
  const company = escapeHtml(companyName);
  const items = connections.map(
    ({ platformName, status, path }) =>
      `<li><a href="${escapeHtml(path)}">${escapeHtml(platformName)}</a> ${badge(status)}</li>`,
  );
  return layout(
    `Connections of ${company}`,
    `<h1>${company}</h1>
      ${
        items.length === 0
          ? '<p>There is nothing to connect yet: no connection has been made for this company.</p>'
          : `<p>Choose what to connect.</p><ul>${items.join('')}</ul>`
      }`,
  );
};

const badge = (status: ConnectionStatus): string =>
  `<span class="badge ${status === 'Linked' ? 'on' : 'off'}">${statusTexts[status]}</span>`;

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText; }
  main { box-sizing: border-box; width: min(30rem, 100% - 2rem); margin: 1rem; padding: 2rem; border-radius: 12px;
    border: 1px solid color-mix(in srgb, CanvasText 18%, transparent); overflow-wrap: anywhere; }
  h1 { margin: 0 0 .5rem; font-size: 1.4rem; line-height: 1.25; }
  ul { list-style: none; padding: 0; } li { padding: .6rem 0; display: flex; gap: 1rem; justify-content: space-between; }
  button { width: 100%; margin-top: .75rem; padding: .7rem; font: inherit; border-radius: 8px; cursor: pointer;
    border: 1px solid color-mix(in srgb, CanvasText 35%, transparent); background: transparent; color: inherit; }
  button.yes { background: #1d4ed8; border-color: #1d4ed8; color: #fff; font-weight: 600; }
  .badge { flex: none; padding: .1rem .6rem; border-radius: 1rem; font-size: .85rem; align-self: center; }
  .on { background: #166534; color: #fff; } .off { background: color-mix(in srgb, CanvasText 12%, transparent); }
  .more, footer { font-size: .85rem; } footer { margin-top: 1.5rem; opacity: .75; }`;

const layout = (title: string, content: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      ${content}
      <footer>Simulated: no platform is called, and no password is asked for.</footer>
    </main>
  </body>
</html>
`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] as string);
