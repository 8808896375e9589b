import type { CaseView } from '#contract/case.ts';
import type { CutoverHeaderChecks } from '#contract/header-setup.ts';
import { CommandError } from './command-error.ts';
import { casePath } from './find-case.ts';
import { readText } from './header-input.ts';
import { chooseSetup, listSetups } from './headers.ts';
import type { HttpClient } from './http-client.ts';

/**
 * Checks the headers of all endpoints of the cutover beside those of its plan: on the local service by a test event to
 * each, on a remote target by what its consumer received.
 * @param received `ENDPOINT=FILE`, the endpoint by its id or URL prefix
 * @throws CommandError 2 if an endpoint or a file is not there
 */
export const checkAllHeaders = async (
  desk: HttpClient,
  found: CaseView,
  received: readonly string[],
): Promise<CutoverHeaderChecks> => {
  const setups = received.length === 0 ? [] : await listSetups(desk, found);
  const given = [];
  for (const one of received) {
    const at = one.lastIndexOf('=');
    if (at < 1)
      throw new CommandError('--received must be ENDPOINT=FILE; a file is a path, or - for stdin.', 2);
    const { webhook } = chooseSetup(setups, one.slice(0, at));
    given.push({ webhookId: webhook.id, received: await readText(one.slice(at + 1)) });
  }
  const body = given.length === 0 ? {} : { received: given };
  return desk.post<CutoverHeaderChecks>(casePath(found, '/cutover/headers/check'), body);
};
