import type {
  MailAttachment,
  MailDraft,
  MailKind,
  MailList,
  MailRequest,
  MailSent,
  MailTemplateRequest,
} from '#contract/mail.ts';

/** A file that goes along. */
export interface AttachedFile {
  readonly file: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** What makes the files, in the language of the mail. Each throws CatalogueError where its case is not that far. */
export type MakeAttachment = Readonly<
  Record<MailAttachment, (caseId: string, kind: MailKind, language: string) => Promise<AttachedFile>>
>;

export interface WrittenMail extends AttachedFile {
  readonly id: string;
}

/** Mails to the other party of a case. Every method throws CatalogueError `case.notFound`, `mail.noLanguage`, `mail.badTemplate`. */
export interface Mails {
  /** What mails there are, what each lacks, and what was written. */
  list(caseId: string, language?: string): Promise<MailList>;
  /** @param sender who writes; the owner of the case, if left out */
  draft(caseId: string, kind: MailKind, options?: { language?: string; sender?: string }): Promise<MailDraft>;
  /**
   * Writes a mail and puts it on record. It sends nothing: that is for a mail client.
   * @throws CatalogueError `mail.unfilled`, `mail.secret`, `mail.noRecipient`, `mail.attachment`
   */
  write(caseId: string, kind: MailKind, request: MailRequest, actor: string): Promise<WrittenMail>;
  /** Puts on record that a mail was sent. @throws CatalogueError `mail.notWritten` */
  sent(caseId: string, id: string, sent: MailSent, actor: string): Promise<void>;
  /** Changes the template of this case alone; null: the common one counts again. */
  changeTemplate(caseId: string, kind: MailKind, request: MailTemplateRequest, actor: string): Promise<void>;
}
