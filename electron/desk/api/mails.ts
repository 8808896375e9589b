import { create as attachment } from 'content-disposition';
import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import {
  MailDraft,
  MailKind,
  MailList,
  MailQuery,
  MailRequest,
  MailSent,
  MailTemplateRequest,
  mailIdHeader,
} from '#contract/mail.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Mails } from '#desk/exchange/mails/mails.ts';
import { actorOf } from './actor.ts';

const options = optionsFor('mails');
const ofCase = Type.Object({ id: Uuid });
const ofKind = Type.Object({ id: Uuid, mail: MailKind });

/** Mails to the other party of a case: drafts, files to send, and what was sent. */
export const mailRoutes = (app: ApiApp, mails: Mails): void => {
  app.get(
    '/api/cases/:id/mails',
    options('List the mails of a case: what each lacks, and what was written', answers(MailList), {
      params: ofCase,
      querystring: Type.Pick(MailQuery, ['language']),
    }),
    (request) => mails.list(request.params.id, request.query.language),
  );
  app.get(
    '/api/cases/:id/mails/:mail',
    options('Show a mail as it would be written now', answers(MailDraft), {
      params: ofKind,
      querystring: MailQuery,
    }),
    (request) => mails.draft(request.params.id, request.params.mail, request.query),
  );
  app.post(
    '/api/cases/:id/mails/:mail',
    {
      ...options(
        'Write a mail as a file for a mail client, or as Markdown; recorded, not sent',
        answers(Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })),
        {
          description: `The header ${mailIdHeader} has its id, for recording that it was sent.`,
          params: ofKind,
          body: MailRequest,
        },
      ),
      // Bytes, whatever they are.
      serializerCompiler: () => (data) => data as unknown as string,
    },
    async (request, reply) => {
      const { id, mail } = request.params;
      const written = await mails.write(id, mail, request.body, actorOf(request));
      return reply
        .type(written.mediaType)
        .header('content-disposition', attachment(written.file))
        .header('x-content-type-options', 'nosniff')
        .header(mailIdHeader, written.id)
        .send(written.content);
    },
  );
  recordRoutes(app, mails);
};

const recordRoutes = (app: ApiApp, mails: Mails): void => {
  app.post(
    '/api/cases/:id/mails/sent/:mailId',
    options('Record that a mail was sent', answers(MailList), {
      params: Type.Object({ id: Uuid, mailId: Uuid }),
      body: MailSent,
    }),
    async (request) => {
      const { id, mailId } = request.params;
      await mails.sent(id, mailId, request.body, actorOf(request));
      return mails.list(id);
    },
  );
  app.put(
    '/api/cases/:id/mails/:mail/template',
    options('Change the template of a mail for this case', answers(MailDraft), {
      params: ofKind,
      body: MailTemplateRequest,
    }),
    async (request) => {
      const { id, mail } = request.params;
      await mails.changeTemplate(id, mail, request.body, actorOf(request));
      return mails.draft(id, mail, { language: request.body.language });
    },
  );
};
