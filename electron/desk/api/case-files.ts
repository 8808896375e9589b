import { create as attachment } from 'content-disposition';
import { Type } from 'typebox';
import {
  AttachmentRequest,
  CaseView,
  ExportRequest,
  ImportRequest,
  ImportResult,
  Revision,
} from '#contract/case.ts';
import { Uuid } from '#contract/common.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import { attachmentLimit } from '#desk/cases/attachments.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { onDesk } from '#desk/people/rights.ts';
import { actorOf } from './actor.ts';
import { callerOf, mayAt, mayOnTargetHere, requireAt, requireHere } from './caller.ts';
import type { DiskPaths } from './disk-paths.ts';

const options = optionsFor('cases');
const params = Type.Object({ id: Uuid });
const ofItem = Type.Object({ id: Uuid, itemId: Uuid });
/** Base64, with what stands around it. */
const attachmentBody = Math.ceil(attachmentLimit * 1.4);
/** All attachments of a case, in base64, twice quoted. */
const caseFileBody = 400 * 1_048_576;

/** Files that belong to a case, and a case as a file. */
export const caseFileRoutes = (app: ApiApp, cases: Cases, paths: DiskPaths): void => {
  attachmentRoutes(app, cases, paths);
  exchangeRoutes(app, cases);
};

const attachmentRoutes = (app: ApiApp, cases: Cases, paths: DiskPaths): void => {
  app.post(
    '/api/cases/:id/attachments',
    {
      bodyLimit: attachmentBody,
      ...options('Attach an evidence file, stored by its hash', answers(CaseView), {
        params,
        body: AttachmentRequest,
      }),
    },
    (request) => cases.attach(request.params.id, paths.ofFile(request, request.body), actorOf(request)),
  );
  app.get(
    '/api/cases/:id/attachments/:itemId',
    {
      ...options(
        'Show the content of an attachment',
        answers(Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })),
        { params: ofItem },
      ),
      // Bytes, whatever they are: nothing of it is run or shown by a browser.
      serializerCompiler: () => (data) => data as unknown as string,
    },
    async (request, reply) => {
      const { id, itemId } = request.params;
      if (callerOf(request) !== undefined) {
        const { attachments } = await cases.state(id);
        if (attachments.some((one) => one.id === itemId && one.secret)) requireHere(request, 'engineer');
      }
      const content = await cases.attachment(id, itemId);
      return reply.type('application/octet-stream').header('content-disposition', attachment()).send(content);
    },
  );
  app.delete(
    '/api/cases/:id/attachments/:itemId',
    options('Remove an attachment with its content', answers(CaseView), {
      params: ofItem,
      querystring: Revision,
    }),
    (request) => {
      const { id, itemId } = request.params;
      return cases.detach(id, itemId, actorOf(request), request.query.revision);
    },
  );
};

const exchangeRoutes = (app: ApiApp, cases: Cases): void => {
  app.post(
    '/api/cases/:id/export',
    options(
      'Export a case as one file; secrets are included only with a passphrase',
      answers(Type.Unknown({ description: 'A case file.' })),
      { params, body: Type.Union([ExportRequest, Type.Null()]) },
    ),
    async (request, reply) => {
      const { passphrase, asFarAsSound } = request.body ?? {};
      if (passphrase !== undefined) requireHere(request, 'engineer');
      // Whoever has the key of a target in clear text needs neither a role nor an approval there.
      const withoutTargetKey = !mayOnTargetHere(request, 'admin');
      const text = await cases.exportFile(request.params.id, passphrase, { asFarAsSound, withoutTargetKey });
      return reply.type('application/json; charset=utf-8').serializer(String).send(text);
    },
  );
  app.post(
    '/api/cases/import',
    {
      bodyLimit: caseFileBody,
      ...options('Import a case from a file, whole or not at all', answers(ImportResult), {
        body: ImportRequest,
      }),
    },
    async (request) => {
      const { file, ...options } = request.body;
      // What is trusted from then on, and where plans are carried out, is for admins, however it comes.
      if (options.signers?.some(({ decision }) => decision === 'trust')) requireAt(request, 'admin', onDesk);
      const isAdmin = mayAt(request, 'admin', onDesk);
      return cases.importFile(file, actorOf(request), { ...options, isAdmin });
    },
  );
};
