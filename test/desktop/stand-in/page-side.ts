import type { createWire } from './wire.ts';

/** What the stand-in's main side offers the page, and what it calls there. */
export interface PageBindings {
  standInInvoke(channel: string, text: string): Promise<string>;
  standInOpenWindow(url: string): Promise<void>;
}

/** As much of a page's window as this needs. */
interface PageWindow extends PageBindings {
  readonly location: { readonly href: string };
  open: unknown;
  addEventListener(type: 'click', listener: (event: ClickEvent) => void, capture: boolean): void;
}
interface ClickEvent {
  readonly target: { closest?(selector: string): { readonly href: string } | null } | null;
  preventDefault(): void;
}

/**
 * Runs in the page before anything of it: the preload script with an `electron` to require. Its text is sent to the
 * page, so it stands alone. Page and preload share one world here; what crosses is copied as Electron copies it.
 */
export const runPreload = (
  page: PageWindow,
  wire: ReturnType<typeof createWire>,
  platform: string,
  preload: (require: (name: string) => unknown, process: object) => void,
): void => {
  const { toText, fromText } = wire;
  const listeners = new Map<string, Set<(event: object, ...args: unknown[]) => void>>();
  const paths = new Map<string, string>();

  const copiedObject = (value: object): unknown => {
    if (value instanceof Promise) {
      return value.then(copied, (error: Error) => {
        throw new Error(error.message);
      });
    }
    if (value instanceof Error) return new Error(value.message);
    if (Array.isArray(value)) return value.map(copied);
    if (Object.getPrototypeOf(value) === Object.prototype) {
      return Object.freeze(
        Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copied(each)])),
      );
    }
    if (value instanceof Blob) return value;
    return structuredClone(value);
  };
  /** Functions become functions of the other world; what can't be copied is refused. */
  const copied = (value: unknown): unknown => {
    if (typeof value === 'function') {
      return (...args: unknown[]) => copied(value(...args.map(copied)));
    }
    if (typeof value === 'symbol') throw new Error('A symbol does not cross the context bridge.');
    return value === null || typeof value !== 'object' ? value : copiedObject(value);
  };

  const only = <T extends object>(name: string, part: T): T =>
    new Proxy(part, {
      get(target, key) {
        if (key in target) return Reflect.get(target, key);
        throw new Error(`The stand-in for Electron has no ${name}.${String(key)}.`);
      },
    });
  const electron = only('electron', {
    contextBridge: only('contextBridge', {
      exposeInMainWorld(key: string, api: unknown) {
        if (key in page) throw new Error(`There is a ${key} in the page already.`);
        Object.defineProperty(page, key, { value: copied(api), enumerable: true });
      },
    }),
    ipcRenderer: only('ipcRenderer', {
      async invoke(channel: string, ...args: unknown[]) {
        const answer = fromText(await page.standInInvoke(channel, toText(args))) as {
          value?: unknown;
          error?: string;
        };
        if (answer.error === undefined) return answer.value;
        throw new Error(`Error invoking remote method '${channel}': ${answer.error}`);
      },
      on(channel: string, listener: (event: object, ...args: unknown[]) => void) {
        const all = listeners.get(channel) ?? new Set();
        listeners.set(channel, all.add(listener));
      },
      off(channel: string, listener: (event: object, ...args: unknown[]) => void) {
        listeners.get(channel)?.delete(listener);
      },
    }),
    webUtils: only('webUtils', {
      // Chromium tells a page no paths: the test says what is where.
      getPathForFile(file: File) {
        if (!(file instanceof File)) throw new TypeError('This is no File.');
        return paths.get(file.name) ?? '';
      },
    }),
  });
  Object.defineProperty(page, 'carryoverStandIn', {
    value: {
      receive(channel: string, text: string) {
        const args = fromText(text) as unknown[];
        for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
      },
      fileIsAt: (name: string, path: string) => void paths.set(name, path),
    },
  });

  const leave = (url: string): void => void page.standInOpenWindow(new URL(url, page.location.href).href);
  page.open = (url: string) => {
    leave(url);
    return null;
  };
  page.addEventListener(
    'click',
    (event) => {
      const link = event.target?.closest?.('a[target]');
      if (!link) return;
      event.preventDefault();
      leave(link.href);
    },
    true,
  );

  preload(
    (name) => {
      if (name === 'electron') return electron;
      throw new Error(`A sandboxed preload script can't load ${name}.`);
    },
    Object.freeze({ platform, type: 'renderer', sandboxed: true }),
  );
};

/** The text of it all, for a page. */
export const preloadScript = (wire: typeof createWire, preload: string, platform: string): string =>
  `if (location.protocol !== 'about:' && window === top) (${runPreload})(window, (${wire})(), ${JSON.stringify(platform)}, (require, process) => {
  const module = { exports: {} };
  const exports = module.exports;
  ${preload}
});`;
