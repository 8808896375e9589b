import type { App } from 'electron';

export interface AppEventsOptions {
  readonly app: Pick<App, 'on' | 'once' | 'quit' | 'isReady'>;
  readonly process: Pick<NodeJS.Process, 'on' | 'platform'>;
  readonly focus: () => void;
  readonly open: (linkOrPath: string) => void;
  readonly quitNow: () => void;
}

/** What the system asks of the app. Files and links may come before the app is ready. */
export const setUpAppEvents = ({ app, process: own, focus, open, quitNow }: AppEventsOptions): void => {
  const show = (linkOrPath: string): void => {
    open(linkOrPath);
    if (app.isReady()) focus();
  };
  app.on('open-file', (event, path) => {
    event.preventDefault();
    show(path);
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    show(url);
  });
  app.on('activate', () => {
    if (app.isReady()) focus();
  });
  app.on('window-all-closed', () => {
    // An app stays without a window on macOS, until it is quit.
    if (own.platform !== 'darwin') app.quit();
  });
  // Electron listens to these itself, from just before it is ready; whoever comes last is heard.
  app.once('ready', () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) own.on(signal, quitNow);
  });
};
