/** What a build for a platform can take from the environment, and goes on without. */

type Environment = Readonly<Record<string, string | undefined>>;

/** One of the alternatives of each name has to be set. */
interface Need {
  readonly what: string;
  readonly names: readonly (readonly [string, ...string[]])[];
}

const signedMac: Need = { what: 'The app is not signed', names: [['CSC_LINK'], ['CSC_KEY_PASSWORD']] };
const notarized: Need = {
  what: 'The app is not notarized',
  names: [['APPLE_ID'], ['APPLE_APP_SPECIFIC_PASSWORD'], ['APPLE_TEAM_ID']],
};
const signedWindows: Need = {
  what: 'The app is not signed',
  names: [
    ['WIN_CSC_LINK', 'CSC_LINK'],
    ['WIN_CSC_KEY_PASSWORD', 'CSC_KEY_PASSWORD'],
  ],
};
const updating: Need = { what: 'The app never looks for updates', names: [['CARRYOVER_UPDATE_URL']] };

const needs: Readonly<Record<string, readonly Need[]>> = {
  darwin: [signedMac, notarized, updating],
  win32: [signedWindows, updating],
  linux: [updating],
};

const missingOf = ({ names }: Need, env: Environment): string[] =>
  names
    .filter((alternatives) => !alternatives.some((name) => env[name]))
    .map((either) => either.join(' or '));

/** One line for each thing that a build for the platform (`darwin`, `win32`, `linux`) leaves out, and why. */
export const leftUndone = (platform: string, env: Environment): string[] =>
  (needs[platform] ?? []).flatMap((need) => {
    const missing = missingOf(need, env);
    if (missing.length === 0) return [];
    return [`${need.what}: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set.`];
  });

/**
 * An app that looks for updates installs what it finds; unsigned, it could not tell who made that.
 * @throws Error that says what is not set
 */
export const refuseUnsignedUpdates = (platform: string, env: Environment): void => {
  const signed = { darwin: signedMac, win32: signedWindows }[platform];
  if (signed === undefined || !env.CARRYOVER_UPDATE_URL) return;
  const missing = missingOf(signed, env);
  if (missing.length === 0) return;
  throw new Error(
    `An app that is not signed can't check who made an update, so with CARRYOVER_UPDATE_URL it has to be signed: set ${missing.join(', ')}, or leave CARRYOVER_UPDATE_URL out.`,
  );
};

/** Notarization takes a signed app. */
export const canNotarize = (env: Environment): boolean =>
  [signedMac, notarized].every((need) => missingOf(need, env).length === 0);

/**
 * Where the app looks for updates; undefined: nowhere.
 * @throws Error for an address that is not https: what comes from there is installed
 */
export const updateUrl = ({ CARRYOVER_UPDATE_URL: url }: Environment): string | undefined => {
  if (!url) return undefined;
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw new Error('CARRYOVER_UPDATE_URL must be an https address: what comes from there is installed.');
  }
  return url;
};
