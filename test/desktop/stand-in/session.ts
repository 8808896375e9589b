import { EventEmitter } from 'node:events';
import type { Session, session as sessions, WebContents, WebRequest } from 'electron';
import type { AppCore } from './app.ts';
import { allow } from './control.ts';
import { anEvent, faithful } from './faithful.ts';

export interface SessionCore {
  readonly session: typeof sessions;
  /** Whether it is a session of its own that main made. */
  isPartition(session: Session | undefined): boolean;
  /** Whether main cancels the request. */
  isRefused(url: string, resourceType: string): boolean;
}

type Handler<Name extends keyof Session> = Session[Name] extends (
  handler: infer H,
  ...rest: never[]
) => unknown
  ? NonNullable<H>
  : never;
type BeforeRequest = (
  details: Electron.OnBeforeRequestListenerDetails,
  answer: (response: Electron.CallbackResponse) => void,
) => void;

interface Windows {
  readonly currentUrl: () => string;
  /** Removes what the pages of an origin kept. */
  readonly clearOrigin: (origin: string) => Promise<void>;
}

/** Permissions and requests, as main decides on them; without a decision of its own everything is granted. */
export const createSession = (core: AppCore, { currentUrl, clearOrigin }: Windows): SessionCore => {
  let onRequest: Handler<'setPermissionRequestHandler'> = (_contents, _permission, answer) => answer(true);
  let onCheck: Handler<'setPermissionCheckHandler'> = () => true;
  let onDevice: Handler<'setDevicePermissionHandler'> = () => true;
  let onDisplay: Handler<'setDisplayMediaRequestHandler'> = (_request, answer) =>
    answer({ audio: 'loopback' });
  let onBeforeRequest: BeforeRequest = (_details, answer) => answer({});

  const downloads = new EventEmitter();
  const partitions = new Set<Session>();
  const defaultSession = faithful<Session>('session.defaultSession', {
    async clearStorageData(options) {
      if (options?.origin === undefined) throw new Error('The stand-in for Electron clears one origin.');
      await clearOrigin(options.origin);
    },
    on: downloads.on.bind(downloads),
    setPermissionRequestHandler(handler) {
      onRequest = handler ?? onRequest;
    },
    setPermissionCheckHandler(handler) {
      onCheck = handler ?? onCheck;
    },
    setDevicePermissionHandler(handler) {
      onDevice = handler ?? onDevice;
    },
    setDisplayMediaRequestHandler(handler) {
      onDisplay = handler ?? onDisplay;
    },
    webRequest: faithful<WebRequest>('session.webRequest', {
      onBeforeRequest(...args: unknown[]) {
        onBeforeRequest = args.at(-1) as BeforeRequest;
      },
    }),
  });

  allow('askPermission', (permission: 'media', url: string = currentUrl()) => {
    const contents = { getURL: () => url } as WebContents;
    let asked: boolean | undefined;
    let shared: unknown;
    onRequest(
      contents,
      permission,
      (answer) => {
        asked = answer;
      },
      {} as never,
    );
    onDisplay({} as never, (streams) => {
      shared = streams;
    });
    return {
      asked,
      checked: onCheck(contents, permission, url, {} as never),
      device: onDevice({ deviceType: 'usb', origin: url } as never),
      shared,
    };
  });

  /** Whether main refuses a download that a page begins. */
  allow('wouldRefuseDownload', (url: string) => {
    const event = anEvent();
    downloads.emit('will-download', event, { getURL: () => url }, { getURL: currentUrl });
    return event.defaultPrevented;
  });

  return {
    session: faithful<typeof sessions>('session', {
      get defaultSession() {
        core.mustBeReady('session.defaultSession');
        return defaultSession;
      },
      fromPartition(name, options) {
        core.mustBeReady('session.fromPartition');
        if (name.startsWith('persist:') || options?.cache !== false)
          throw new Error('The stand-in for Electron has sessions in memory alone.');
        const partition = faithful<Session>('session', {});
        partitions.add(partition);
        return partition;
      },
    }),
    isPartition: (session) => session !== undefined && partitions.has(session),
    isRefused(url, resourceType) {
      let cancelled = false;
      onBeforeRequest({ url, resourceType } as never, ({ cancel = false }) => {
        cancelled = cancel;
      });
      return cancelled;
    },
  };
};
