import type { NotificationSettings } from './notification-settings.ts';

/**
 * What the page may ask of Electron's main process: `window.carryover`. A short typed list; nothing generic crosses.
 * In a browser there is no bridge, and the page does without.
 */

export const hostStates = ['starting', 'running', 'restarting', 'failed'] as const;
/** `text` says what happened and what to do, where there is something to say. */
export interface HostState {
  readonly state: (typeof hostStates)[number];
  readonly text?: string;
}

/** Where the data key is kept. `keychain: false` says that the system offers none, and `why`. */
export interface KeyProtection {
  readonly kept: 'keychain' | 'key-file';
  readonly keychain: boolean;
  readonly why?: string;
}

/** What the page is asked to show, by the system, a notification or the menu. */
export type Opening =
  | { readonly type: 'case'; readonly caseId: string }
  | { readonly type: 'run'; readonly caseId: string; readonly runId: string }
  | { readonly type: 'resend'; readonly resendId: string }
  | { readonly type: 'case-file'; readonly name: string; readonly text: string }
  /** From a notification. */
  | { readonly type: 'endpoint'; readonly endpointId: string }
  /** From the menu. */
  | { readonly type: 'page'; readonly page: 'settings' | 'documentation' }
  /** From the menu: the form that connects the app to the desk of a team. */
  | { readonly type: 'connect' };

/** A desk of a team that the app was connected to. */
export interface TeamDesk {
  /** Its page has the origin `app://<id>.team`. */
  readonly id: string;
  /** Origin, such as `https://desk.example`. */
  readonly address: string;
  /** Who is signed in; undefined: nobody. */
  readonly person?: { readonly name: string; readonly login: string };
  /** Whether it is the desk of this page. */
  readonly isShown: boolean;
  /** False: whoever is signed in is so until the app ends, as there is no keychain. */
  readonly isKept: boolean;
}

export interface Desks {
  readonly teams: readonly TeamDesk[];
  /** The id of the desk of this page; undefined: the local one. */
  readonly shown?: string;
  /** Why the list could not be read; it is not written either then. */
  readonly problem?: string;
  /** Why a sign-in lasts only until the app ends. */
  readonly unkept?: string;
}

export interface Bridge {
  readonly platform: 'darwin' | 'linux' | 'win32';
  /** The absolute path of a dropped or chosen file or folder; empty for one that was made in the page. */
  pathOf(file: File): string;
  /** A folder that the person chose; undefined if cancelled. */
  chooseFolder(): Promise<string | undefined>;
  /** Asks where to save, writes whole or not at all, and answers the path; undefined if cancelled. */
  saveFile(name: string, bytes: Uint8Array): Promise<string | undefined>;
  /** Opens an https address in the person's browser; false if it was refused. */
  openExternal(url: string): Promise<boolean>;
  openDataFolder(): Promise<void>;
  hostState(): Promise<HostState>;
  onHostState(listener: (state: HostState) => void): () => void;
  keyProtection(): Promise<KeyProtection>;
  /** Moves the data key from its file into the system's keychain. */
  protectKey(): Promise<KeyProtection>;
  /** What the app notifies of. */
  notificationSettings(): Promise<NotificationSettings>;
  /** @returns as they are kept */
  setNotificationSettings(settings: NotificationSettings): Promise<NotificationSettings>;
  desks(): Promise<Desks>;
  /**
   * Signs in at the desk with that address in the person's browser, and keeps it in the list. A sign-in that was begun
   * before is cancelled.
   * @returns the id of the desk, which is not shown yet; undefined: cancelled by `cancelTeamSignIn`
   */
  connectTeam(address: string): Promise<string | undefined>;
  /** Signs in again at a desk of the list. @returns false: cancelled by `cancelTeamSignIn` */
  signInTeam(id: string): Promise<boolean>;
  cancelTeamSignIn(): Promise<void>;
  /** Shows a desk in place of this page; undefined: the local one. */
  showDesk(id: string | undefined): Promise<void>;
  /**
   * Signs out, and shows the local desk if that one is shown.
   * @returns why the access token was not revoked, if so; main says it itself where this page is replaced
   */
  signOutTeam(id: string): Promise<string | undefined>;
  /** Signs out, and removes the desk from the list with all that its page kept. @returns as `signOutTeam` */
  removeTeam(id: string): Promise<string | undefined>;
  onDesks(listener: (desks: Desks) => void): () => void;
  onOpening(listener: (opening: Opening) => void): () => void;
  /** The page is there: what waits to be opened may come. */
  ready(): void;
}

/** What crosses between preload and main: the page asks by these names, and main listens to no others. */
export const asked = {
  chooseFolder: 'carryover:choose-folder',
  saveFile: 'carryover:save-file',
  openExternal: 'carryover:open-external',
  openDataFolder: 'carryover:open-data-folder',
  hostState: 'carryover:host-state',
  keyProtection: 'carryover:key-protection',
  protectKey: 'carryover:protect-key',
  notificationSettings: 'carryover:notification-settings',
  setNotificationSettings: 'carryover:set-notification-settings',
  desks: 'carryover:desks',
  connectTeam: 'carryover:connect-team',
  signInTeam: 'carryover:sign-in-team',
  cancelTeamSignIn: 'carryover:cancel-team-sign-in',
  showDesk: 'carryover:show-desk',
  signOutTeam: 'carryover:sign-out-team',
  removeTeam: 'carryover:remove-team',
  ready: 'carryover:ready',
} as const satisfies Partial<Record<keyof Bridge, string>>;
export type Asked = keyof typeof asked;

/** And main tells by these. */
export const told = {
  hostState: 'carryover:host-state-is',
  desks: 'carryover:desks-are',
  opening: 'carryover:opening',
} as const;

/** An error crosses as its words: Electron would put its own before them. */
export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly text: string };
