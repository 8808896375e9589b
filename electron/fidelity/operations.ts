import { type Operation, operations } from '#contract/operations.ts';

/** Operations that are called: each GET of the fidelity page that the local copy has. */
export const readOperations: readonly Operation[] = operations.filter(
  ({ method, fidelity, path }) => method === 'GET' && fidelity !== 'missing' && !isAlerts(path),
);

/** Those that are never called, and why. */
export const leftOut: readonly { readonly operation: string; readonly reason: string }[] = operations
  .filter(({ method, fidelity, path }) => method === 'GET' && fidelity !== 'missing' && isAlerts(path))
  .map(({ method, path }) => ({
    operation: `${method} ${path}`,
    reason: 'a call of an alerts endpoint is evidence against a migration.',
  }));

function isAlerts(path: string): boolean {
  return path.split('/').includes('alerts');
}

export const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`;
