import type MailComposer from 'nodemailer/lib/mail-composer';

type Mail = ConstructorParameters<typeof MailComposer>[0];

/**
 * A mail as the bytes of RFC 5322. It reads no file and no address that it names. What composes it is loaded with the
 * first one, as no start needs it.
 */
export const composeMessage = async (mail: Mail): Promise<Buffer> => {
  const { default: Composer } = await import('nodemailer/lib/mail-composer');
  return new Composer({ ...mail, newline: 'win', disableFileAccess: true, disableUrlAccess: true })
    .compile()
    .build();
};
