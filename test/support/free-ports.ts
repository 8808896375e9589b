/** Options of a host that takes any ports that are free. */
export const freePorts = ['--api-port', '0', '--desk-port', '0'] as const;
