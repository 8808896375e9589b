import { EventEmitter } from 'node:events';
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron';
import type { AppCore } from './app.ts';
import { allow, tell } from './control.ts';
import { anEvent, constructible, faithful, knownOptions } from './faithful.ts';
import { type ContentsParts, createContents } from './web-contents.ts';

const known = [
  'x',
  'y',
  'width',
  'height',
  'minWidth',
  'minHeight',
  'title',
  'icon',
  'show',
  'backgroundColor',
  'webPreferences',
];

/** Windows of the app. Their place on the screen is only noted, as headless Chromium has none. */
export const createBrowserWindow = (core: AppCore, parts: Omit<ContentsParts, 'session'>) => {
  let current: ReturnType<typeof build> | undefined;
  let session: ContentsParts['session'];

  const build = (options: BrowserWindowConstructorOptions) => {
    core.mustBeReady('BrowserWindow');
    knownOptions('BrowserWindow', options, known);
    const emitter = new EventEmitter();
    const page = createContents({ ...parts, session }, options.webPreferences ?? {});
    const place = { x: 100, y: 80, width: 800, height: 600, ...options };
    let bounds: Rectangle = { x: place.x, y: place.y, width: place.width, height: place.height };
    let shown = false;
    const is = { visible: options.show !== false, maximized: false, minimized: false, focused: false };
    const lookAt = (focused: boolean): void => {
      is.focused = focused;
      emitter.emit(focused ? 'focus' : 'blur', anEvent());
    };
    const handle = {
      close() {
        const event = anEvent();
        emitter.emit('close', event);
        if (event.defaultPrevented) {
          core.windowStayed();
          return;
        }
        void page.close().then(() => {
          current = undefined;
          emitter.emit('closed', anEvent());
          core.windowClosed(handle);
        });
      },
    };
    const window = faithful<BrowserWindow>('BrowserWindow', {
      on: emitter.on.bind(emitter),
      once: emitter.once.bind(emitter),
      webContents: page.contents,
      async loadURL(url) {
        const loaded = await page.load(url);
        if (!shown) emitter.emit('ready-to-show', anEvent());
        shown = true;
        tell('page', loaded);
      },
      show: () => {
        is.visible = true;
        lookAt(true);
      },
      focus: () => lookAt(true),
      restore: () => {
        is.minimized = false;
      },
      maximize: () => {
        is.maximized = true;
        emitter.emit('maximize', anEvent());
      },
      isFocused: () => is.focused,
      isMinimized: () => is.minimized,
      isMaximized: () => is.maximized,
      getNormalBounds: () => bounds,
      close: handle.close,
    });
    core.windowOpened(handle);
    core.emitter.emit('web-contents-created', anEvent(), page.contents);
    const made = {
      window,
      page,
      close: handle.close,
      lookAt,
      place(next: Rectangle & { maximized?: boolean }) {
        const { maximized = false, ...rectangle } = next;
        bounds = rectangle;
        is.maximized = maximized;
        emitter.emit('move', anEvent());
      },
      minimize() {
        is.minimized = true;
        lookAt(false);
      },
      state: () => ({ ...is, bounds, options, url: page.url() }),
    };
    current = made;
    tell('window', made.state());
    return made;
  };

  const theWindow = () => {
    if (current === undefined) throw new Error('The app has no window.');
    return current;
  };
  allow('window', () => current?.state());
  allow('closeWindow', () => theWindow().close());
  allow('placeWindow', (bounds: Rectangle & { maximized?: boolean }) => theWindow().place(bounds));
  allow('minimizeWindow', () => theWindow().minimize());
  allow('lookAtWindow', (focused: boolean) => theWindow().lookAt(focused));
  allow('fileIsAt', (name: string, path: string) => theWindow().page.fileIsAt(name, path));
  // What a page does that this one never tries: whether main would let it.
  allow('wouldRefuse', (name: string, details: object) => {
    const event = anEvent(details);
    theWindow().page.emitter.emit(name, event);
    return event.defaultPrevented;
  });

  return {
    BrowserWindow: constructible<typeof BrowserWindow>(
      'BrowserWindow',
      (options: BrowserWindowConstructorOptions) => build(options).window,
    ),
    currentUrl: () => current?.page.url() ?? '',
    clearOrigin: async (origin: string) => current?.page.clearOrigin(origin),
    decideBy: (given: ContentsParts['session']) => {
      session = given;
    },
  };
};
