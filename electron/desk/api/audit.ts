import { Readable } from 'node:stream';
import { create as attachment } from 'content-disposition';
import { Type } from 'typebox';
import { systemTime, toIso } from '#base/clock.ts';
import {
  AuditExportQuery,
  AuditRemoval,
  AuditSecret,
  AuditStream,
  AuditStreamAdded,
  AuditStreamList,
  AuditStreamPatch,
  AuditStreamRequest,
  AuditTest,
} from '#contract/audit.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Audit } from '#desk/audit/audit.ts';
import { actorOf } from './actor.ts';

const options = optionsFor('audit');
const response = answers(AuditStream);
const params = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200, description: 'The id of a stream, or its name.' }),
});

/** Where what the desk records goes. A secret is answered once, when it is made. */
export const auditRoutes = (app: ApiApp, audit: Audit): void => {
  app.get('/api/audit/streams', options('List the audit streams', answers(AuditStreamList)), async () => ({
    results: await audit.list(),
  }));
  app.post(
    '/api/audit/streams',
    options('Add an audit stream; its secret is shown once', answers(AuditStreamAdded), {
      body: AuditStreamRequest,
    }),
    (request) => audit.add(request.body, actorOf(request)),
  );
  app.get('/api/audit/streams/:id', options('Show an audit stream', response, { params }), (request) =>
    audit.show(request.params.id),
  );
  app.patch(
    '/api/audit/streams/:id',
    options('Change, pause or resume an audit stream', response, { params, body: AuditStreamPatch }),
    (request) => audit.change(request.params.id, request.body, actorOf(request)),
  );
  app.delete(
    '/api/audit/streams/:id',
    options('Remove an audit stream, once its last event was delivered', answers(AuditRemoval), {
      description:
        'The last event tells of the removal. It is waited for, at most 10 s; the response says whether it was delivered.',
      params,
    }),
    (request) => audit.remove(request.params.id, actorOf(request)),
  );
  app.post(
    '/api/audit/streams/:id/test',
    options('Send a test event, and show the response', answers(AuditTest), { params }),
    (request) => audit.test(request.params.id),
  );
  app.post(
    '/api/audit/streams/:id/secret/rotate',
    options('Replace the signing secret; the former one signs for 24 h more', answers(AuditSecret), {
      params,
    }),
    (request) => audit.rotate(request.params.id, actorOf(request)),
  );
  exportRoute(app, audit);
};

const exportRoute = (app: ApiApp, audit: Audit): void => {
  app.get(
    '/api/audit/events',
    {
      ...options(
        'Export what was recorded, as NDJSON: one AuditEvent a line',
        answers(Type.Unsafe<Readable>({ type: 'string', format: 'binary' })),
        { querystring: AuditExportQuery },
      ),
      // Bytes, whatever they are.
      serializerCompiler: () => (data) => data as unknown as string,
    },
    async (request, reply) => {
      const events = audit.events(request.query);
      const day = toIso(systemTime.now()).slice(0, 10);
      return reply
        .type('application/x-ndjson')
        .header('content-disposition', attachment(`audit-${day}.ndjson`))
        .send(Readable.from(linesOf(events), { objectMode: false }));
    },
  );
};

async function* linesOf(events: AsyncGenerator<unknown>): AsyncGenerator<string> {
  for await (const event of events) yield `${JSON.stringify(event)}\n`;
}
