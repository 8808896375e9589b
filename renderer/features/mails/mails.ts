import { useClipboard } from '@mantine/hooks';
import type { MailDraft, MailForm, MailKind, MailList, MailRequest, MailSent } from '#contract/mail.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { saveFile } from '#renderer/lib/bridge.ts';
import { keys } from '#renderer/lib/keys.ts';
import { notifyDone } from '#renderer/ui/notify.tsx';

/** Mails of a case, as its screen reads and writes them. */

const pathOf = (caseId: string): string => `/api/cases/${caseId}/mails`;
const mailsOf = (caseId: string) => [...keys.cases.of(caseId), 'mails'];

/** @param language undefined: that of the last mail */
export const useMails = (caseId: string, language: string | undefined) =>
  useApiQuery<MailList>([...mailsOf(caseId), language ?? ''], pathOf(caseId), { query: { language } });

export const useDraftOf = (caseId: string, kind: MailKind, language: string | undefined) =>
  useApiQuery<MailDraft>([...mailsOf(caseId), kind, language ?? ''], `${pathOf(caseId)}/${kind}`, {
    query: { language },
  });

/** Writes a mail: as a draft for a mail client, or as Markdown on the clipboard. */
export const useWriting = (caseId: string, kind: MailKind, done: () => void) => {
  const clipboard = useClipboard();
  return useApiMutation(
    async (request: MailRequest & { readonly form: MailForm }) => {
      const file = await api.file(`${pathOf(caseId)}/${kind}`, { post: request });
      if (request.form === 'eml') return saveFile({ bytes: file.bytes, name: file.name });
      clipboard.copy(new TextDecoder().decode(file.bytes));
      return 'the clipboard';
    },
    {
      rereads: [keys.cases.of(caseId)],
      onSuccess: (where) => {
        done();
        if (where !== undefined) notifyDone(`Written to ${where}. Record it below once it is sent.`);
      },
    },
  );
};

export const useSent = (caseId: string, id: string) =>
  useApiMutation((sent: MailSent) => api.post<MailList>(`${pathOf(caseId)}/sent/${id}`, sent), {
    rereads: [keys.cases.of(caseId)],
  });
