import { createStore } from 'zustand/vanilla';
import type { HostState } from '#contract/bridge.ts';

/** `since`: until then all was announced, ms UTC. `signed-out` needs a person, in this window or another one of the browser. */
export type LiveState =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  | { readonly state: 'lost'; readonly since: number }
  | { readonly state: 'signed-out'; readonly since: number };

/** What the page knows about its connection to the desk; `host` only in the app. */
export interface Connection {
  readonly live: LiveState;
  readonly host?: HostState;
}

export const connection = createStore<Connection>()(() => ({ live: { state: 'connecting' } }));
