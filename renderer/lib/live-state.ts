import { createStore } from 'zustand/vanilla';
import type { HostState } from '#contract/bridge.ts';
import type { LiveState } from './live.ts';

/** What the page knows about its connection to the desk; `host` only in the app. */
export interface Connection {
  readonly live: LiveState;
  readonly host?: HostState;
}

export const connection = createStore<Connection>()(() => ({ live: { state: 'connecting' } }));
