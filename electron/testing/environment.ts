import type { ServiceAddress } from './types.ts';

/** How `carryover exec` tells a command where the service is. */
export const environmentOf = (address: ServiceAddress): Record<string, string> => ({
  CARRYOVER_API_URL: address.apiUrl,
  CARRYOVER_API_KEY: address.apiKey,
  CARRYOVER_CONTROL_URL: address.controlUrl,
  CARRYOVER_CONTROL_TOKEN: address.controlToken,
});

const names = {
  apiUrl: 'CARRYOVER_API_URL',
  apiKey: 'CARRYOVER_API_KEY',
  controlUrl: 'CARRYOVER_CONTROL_URL',
  controlToken: 'CARRYOVER_CONTROL_TOKEN',
} as const;

/** @throws Error that names what is missing */
export const addressFromEnvironment = (env: NodeJS.ProcessEnv = process.env): ServiceAddress => {
  const missing = Object.values(names).filter((name) => !env[name]);
  if (missing.length > 0) {
    throw new Error(
      `There is no service of \`carryover exec\`: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set. Run the command by \`carryover exec -- …\`, or start a service with startService().`,
    );
  }
  const read = (name: string): string => env[name] as string;
  return {
    apiUrl: read(names.apiUrl),
    apiKey: read(names.apiKey),
    controlUrl: read(names.controlUrl),
    controlToken: read(names.controlToken),
  };
};
