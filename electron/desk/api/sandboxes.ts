import type { ServerResponse } from 'node:http';
import { Type } from 'typebox';
import { OneOf } from '#contract/common.ts';
import { clockModes, OpenSandbox, type Sandboxes, SandboxList, SandboxOpened } from '#contract/sandboxes.ts';
import { type ApiApp, answers, nothing, optionsFor } from '#control/app.ts';

/** The sandboxes of the local service, as the desk's API has them. */
export interface SandboxSwitch {
  readonly list: Sandboxes['list'];
  readonly remove: Sandboxes['remove'];
  /** @param own the response that waits for it */
  open(request: OpenSandbox, own: ServerResponse): Promise<SandboxOpened>;
}

const options = optionsFor('sandbox');

/** The sandbox on system time and the one on virtual time. */
export const sandboxesRoutes = (app: ApiApp, sandboxes: SandboxSwitch | undefined): void => {
  if (sandboxes === undefined) return;
  app.get(
    '/api/sandboxes',
    options('List the sandboxes: system time and virtual time', answers(SandboxList)),
    async () => ({ results: sandboxes.list() }),
  );
  app.post(
    '/api/sandboxes/open',
    options('Open the other sandbox; address and port of the local service stay', answers(SandboxOpened), {
      description:
        'Refused while jobs, runs or uploads are running. Attempts that are under way end or are repeated; calls of the public API meanwhile get 503 with `Retry-After`.',
      body: OpenSandbox,
    }),
    (request, reply) => sandboxes.open(request.body, reply.raw),
  );
  app.delete(
    '/api/sandboxes/:clock',
    options('Delete the sandbox that is not open, with its backups', nothing, {
      params: Type.Object({ clock: OneOf(clockModes) }),
    }),
    async (request, reply) => {
      sandboxes.remove(request.params.clock);
      return reply.code(204).send(null);
    },
  );
};
