import { Type } from 'typebox';
import {
  BulkItemsQuery,
  BulkResend,
  BulkResendCount,
  BulkResendItems,
  BulkResendRequest,
  BulkResendsQuery,
  DeliverySelection,
} from '#contract/bulk-resend.ts';
import { Closed, Uuid } from '#contract/common.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';

const options = optionsFor('messages');
const params = Type.Object({ id: Uuid });

/** Ids of 10,000 messages fit. */
const selectionBytes = 1_048_576;

/** Resending many deliveries at once: counted first, then done in batches, with the result of each. */
export const resendRoutes = (app: ApiApp, { resends }: ServiceControl): void => {
  app.post(
    '/api/resends/count',
    {
      ...options('Count what a bulk resend would send and refuse', answers(BulkResendCount), {
        body: DeliverySelection,
      }),
      bodyLimit: selectionBytes,
    },
    (request) => resends.count(request.body),
  );
  app.post(
    '/api/resends',
    {
      ...options('Resend the selected deliveries in batches', answers(BulkResend), {
        body: BulkResendRequest,
      }),
      bodyLimit: selectionBytes,
    },
    (request) => resends.start(request.body),
  );
  app.get(
    '/api/resends',
    options('List the newest bulk resends', answers(Closed({ results: Type.Array(BulkResend) })), {
      querystring: BulkResendsQuery,
    }),
    (request) => resends.list(request.query),
  );
  app.get(
    '/api/resends/:id',
    options('Show how far a bulk resend is', answers(BulkResend), { params }),
    (request) => resends.show(request.params.id),
  );
  app.get(
    '/api/resends/:id/items',
    options('List the deliveries of a bulk resend with their results', answers(BulkResendItems), {
      params,
      querystring: BulkItemsQuery,
    }),
    (request) => resends.items(request.params.id, request.query),
  );
  app.post(
    '/api/resends/:id/cancel',
    options('Cancel what of a bulk resend is not queued yet', answers(BulkResend), { params }),
    (request) => resends.cancel(request.params.id),
  );
};
