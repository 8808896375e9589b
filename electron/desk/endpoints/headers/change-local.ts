import type { HeaderView } from '#contract/endpoint.ts';
import { checkHeaders } from '#contract/header-rules.ts';
import type { HeaderSetupRequest } from '#contract/header-setup.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { chosenHeaders } from './chosen.ts';

/** Changes some headers of an endpoint of the local service, outside of any case; those that are not named stay. */
export const createHeaderChanges = ({ endpoints, sandbox }: ServiceControl) => {
  /** Each takes over what is there, so they go one after the other. */
  let last: Promise<unknown> = Promise.resolve();
  /** @throws CatalogueError `webhook.notFound`, `request.invalid` in the words of `contract/header-rules.ts` */
  return (webhookId: string, request: HeaderSetupRequest): Promise<HeaderView[]> => {
    const change = async (): Promise<HeaderView[]> => {
      const chosen = chosenHeaders(request, (await sandbox.client()).id);
      const named = new Set(
        [...chosen.map(({ name }) => name), ...(request.remove ?? [])].map((name) => name.toLowerCase()),
      );
      const kept = (await endpoints.headers(webhookId, true)).filter(
        ({ name }) => !named.has(name.toLowerCase()),
      );
      const headers = [...kept, ...chosen];
      checkHeaders(headers);
      return endpoints.setHeaders(webhookId, { headers });
    };
    const turn = last.then(change, change);
    last = turn.catch(() => undefined);
    return turn;
  };
};
