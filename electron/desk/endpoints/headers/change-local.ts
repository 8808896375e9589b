import PQueue from 'p-queue';
import type { HeaderView } from '#contract/endpoint.ts';
import { checkHeaders } from '#contract/header-rules.ts';
import type { HeaderSetupRequest } from '#contract/header-setup.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { chosenHeaders, keptHeaders } from './chosen.ts';

/** Changes some headers of an endpoint of the local service, outside of any case; those that are not named stay. */
export const createHeaderChanges = ({ endpoints, sandbox }: ServiceControl) => {
  /** One after the other, as each takes over what is there. */
  const changes = new PQueue({ concurrency: 1 });
  /** @throws CatalogueError `webhook.notFound`, `request.invalid` in the words of `contract/header-rules.ts` */
  return (webhookId: string, request: HeaderSetupRequest): Promise<HeaderView[]> =>
    changes.add(async () => {
      const chosen = chosenHeaders(request, (await sandbox.client()).id);
      const before = await endpoints.headers(webhookId, true);
      const headers = [...keptHeaders(before, chosen, request.remove), ...chosen];
      checkHeaders(headers);
      return endpoints.setHeaders(webhookId, { headers });
    });
};
