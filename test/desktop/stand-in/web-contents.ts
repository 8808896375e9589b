import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebContents, WebPreferences } from 'electron';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { anEvent, faithful } from './faithful.ts';
import type { IpcCore } from './ipc.ts';
import { preloadScript } from './page-side.ts';
import type { ProtocolCore } from './protocol.ts';
import type { SessionCore } from './session.ts';
import { createWire } from './wire.ts';

export interface ContentsParts {
  readonly browserUrl: string;
  readonly browser: () => Promise<BrowserContext>;
  readonly protocol: ProtocolCore;
  readonly session: SessionCore;
  readonly ipc: IpcCore;
}

type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];

const wire = createWire();
const askAgainMs = 300;

/** A page of real Chromium, with what Electron adds to it. */
export const createContents = (parts: ContentsParts, preferences: WebPreferences) => {
  const { protocol, session, ipc } = parts;
  const emitter = new EventEmitter();
  let page: Page | undefined;
  let opening: Promise<Page> | undefined;
  let targetId = '';
  let openHandler: OpenHandler = () => ({ action: 'allow' });
  /** What main itself loads is no navigation of the page's. */
  let loading = '';

  const url = (): string => protocol.toApp(page?.url() ?? '');

  /** Announces a navigation as Electron does; answers whether a listener prevented it. */
  const isPrevented = (where: string, isMainFrame: boolean, isOfPage: boolean): boolean => {
    const details = { url: where, isMainFrame, isSameDocument: false };
    // Not every own address leads through here, but every one of a page does.
    const events = isOfPage ? ['will-frame-navigate', ...(isMainFrame ? ['will-navigate'] : [])] : [];
    let prevented = false;
    for (const name of events) {
      const event = anEvent(details);
      emitter.emit(name, event, where);
      prevented ||= event.defaultPrevented;
    }
    if (!prevented && isMainFrame) emitter.emit('did-start-navigation', anEvent(details));
    return prevented;
  };

  /** Before anything is sent: whether the page may go there, and whether it may be fetched. */
  const decide = async (cdp: CDPSession, mainFrameId: string, paused: PausedRequest): Promise<void> => {
    const { requestId, request, resourceType, frameId } = paused;
    const where = protocol.toApp(request.url);
    const isRefused =
      (resourceType === 'Document' && isPrevented(where, frameId === mainFrameId, request.url !== loading)) ||
      session.isRefused(where, resourceType);
    await (isRefused
      ? cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : cdp.send('Fetch.continueRequest', { requestId })
    ).catch(() => {});
  };

  const open = async (): Promise<Page> => {
    const context = await parts.browser();
    const made = await context.newPage();
    made.on('crash', () => {
      page = undefined;
      opening = undefined;
      emitter.emit('render-process-gone', anEvent(), { reason: 'crashed', exitCode: 139 });
    });
    await made.exposeBinding('standInInvoke', async ({ frame }, channel: string, text: string) => {
      const parent = frame.parentFrame();
      const senderFrame = { url: protocol.toApp(frame.url()), parent: parent === null ? null : {} };
      return wire.toText(await ipc.answer(channel, senderFrame, wire.fromText(text) as unknown[]));
    });
    await made.exposeBinding('standInOpenWindow', (_source, target: string) => {
      const { action } = openHandler({ url: protocol.toApp(target) } as never);
      if (action !== 'deny') throw new Error('The stand-in for Electron opens no second window.');
    });
    const preload = preferences.preload;
    if (preload !== undefined) {
      await made.addInitScript(preloadScript(createWire, readFileSync(preload, 'utf8'), process.platform));
    }
    const cdp = await context.newCDPSession(made);
    ({ targetId } = (await cdp.send('Target.getTargetInfo')).targetInfo);
    const { frameTree } = await cdp.send('Page.getFrameTree');
    cdp.on('Fetch.requestPaused', (paused) => void decide(cdp, frameTree.frame.id, paused));
    await cdp.send('Fetch.enable', {
      patterns: [
        { urlPattern: 'http://*', resourceType: 'Document' },
        ...['http://127.0.0.1*', 'https://*', 'file://*', 'ftp://*'].map((urlPattern) => ({ urlPattern })),
      ],
    });
    return made;
  };

  const contents = faithful<WebContents>('WebContents', {
    on: emitter.on.bind(emitter),
    once: emitter.once.bind(emitter),
    getURL: url,
    setWindowOpenHandler: (handler) => {
      openHandler = handler;
    },
    send(channel, ...args) {
      const call = `carryoverStandIn.receive(${JSON.stringify(channel)}, ${JSON.stringify(wire.toText(args))})`;
      page?.evaluate(call).catch(() => {});
    },
  });

  return {
    contents,
    emitter,
    url,
    /** Answers where Chromium finds it. */
    async load(target: string): Promise<string> {
      const address = protocol.toHttp(target);
      loading = address;
      // One page, also for a load that comes while the first one still opens it.
      opening ??= open();
      page = await opening;
      await page.goto(address, { waitUntil: 'domcontentloaded' });
      return address;
    },
    fileIsAt: (name: string, path: string) =>
      page?.evaluate(`carryoverStandIn.fileIsAt(${JSON.stringify(name)}, ${JSON.stringify(path)})`),
    async clearOrigin(origin: string): Promise<void> {
      const cdp = page && (await page.context().newCDPSession(page));
      const where = new URL(protocol.toHttp(origin)).origin;
      await cdp?.send('Storage.clearDataForOrigin', { origin: where, storageTypes: 'all' });
    },
    async close() {
      if (page === undefined || page.isClosed()) return;
      const gone = new Promise<true>((resolve) => page?.once('close', () => resolve(true)));
      // While a navigation is being committed, Chromium does not hear it by the debugger's protocol.
      do void fetch(`${parts.browserUrl}/json/close/${targetId}`).catch(() => {});
      while (!(await Promise.race([gone, sleep(askAgainMs)])));
    },
  };
};

interface PausedRequest {
  readonly requestId: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly request: { readonly url: string };
}
