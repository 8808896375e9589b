import type { Desks } from '#contract/bridge.ts';

/** The desks of teams that this app knows: who is signed in at them, and which one is shown. */
export interface TeamDesks {
  read(): Promise<Desks>;
  /** @returns the id; undefined if it was cancelled. @throws Error in words */
  connect(address: string): Promise<string | undefined>;
  /** @returns false if it was cancelled. @throws Error in words */
  signIn(id: string): Promise<boolean>;
  cancel(): void;
  /** @param id undefined: the local desk. @throws Error in words */
  show(id: string | undefined): Promise<void>;
  /** @returns why the access token was not revoked, if so. @throws Error in words */
  signOut(id: string): Promise<string | undefined>;
  /** @returns as `signOut`. @throws Error in words */
  remove(id: string): Promise<string | undefined>;
}

/** Until the app can connect to one. */
export const noTeamDesks: TeamDesks = {
  read: async () => ({ teams: [] }),
  connect: () => Promise.reject(new Error('This version of the app connects to no desk of a team.')),
  signIn: async () => false,
  cancel: () => {},
  show: async () => {},
  signOut: async () => undefined,
  remove: async () => undefined,
};
