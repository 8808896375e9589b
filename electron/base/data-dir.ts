import envPaths from 'env-paths';

/** By the platform's convention, such as `~/.local/share/carryover`: the same for the app and the command line. */
export const defaultDataDir = (): string => envPaths('carryover', { suffix: '' }).data;
