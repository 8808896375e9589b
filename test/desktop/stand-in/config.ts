import type { Rectangle } from 'electron';

/** How a test wants the system to be that the stand-in stands on. */
export interface StandInConfig {
  /** Where Chromium listens for its debugger's protocol. */
  readonly browserUrl: string;
  readonly appPath: string;
  /** As `safeStorage` names it; `none`: there is no encryption at all. */
  readonly keychain: 'gnome_libsecret' | 'basic_text' | 'none';
  /** Whose keychain it is: what one user has wrapped, another can't open. */
  readonly user: string;
  readonly displays: readonly Rectangle[];
  /** An authority that the system trusts, beside the usual ones. */
  readonly caPem?: string;
  /** Takes the place of the host's entry, for a host that fails as a test wants it to. */
  readonly hostEntry?: string;
}

const variable = 'CARRYOVER_STAND_IN';

export const toEnvironment = (config: StandInConfig): NodeJS.ProcessEnv => ({
  [variable]: JSON.stringify(config),
});

/** Read once: what the app spawns has no business with it. */
export const takeConfig = (): StandInConfig => {
  const text = process.env[variable];
  if (text === undefined) throw new Error(`${variable} says how the stand-in for Electron is to be.`);
  delete process.env[variable];
  return JSON.parse(text) as StandInConfig;
};
