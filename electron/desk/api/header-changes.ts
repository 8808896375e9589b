import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { HeaderList } from '#contract/endpoint.ts';
import { HeaderSetupRequest } from '#contract/header-setup.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import { createHeaderChanges } from '#desk/endpoints/headers/change-local.ts';

const options = optionsFor('endpoints');
const params = Type.Object({ id: Uuid });

/** Some custom headers of an endpoint of the local service, outside of any case. */
export const headerChangeRoutes = (app: ApiApp, control: ServiceControl): void => {
  const change = createHeaderChanges(control);
  app.patch(
    '/api/endpoints/:id/headers',
    options('Set or remove custom headers of an endpoint; others are kept', answers(HeaderList), {
      params,
      body: HeaderSetupRequest,
    }),
    async (request) => ({ headers: await change(request.params.id, request.body) }),
  );
};
