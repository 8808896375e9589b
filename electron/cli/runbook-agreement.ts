import { type Command, Option } from 'commander';
import { type AgreeingParty, agreeingParties } from '#contract/runbook.ts';
import { CommandError } from './command-error.ts';
import { read } from './secret-input.ts';

/** Who said it, and what holds it up. */
export interface AgreementOptions {
  readonly by?: string;
  readonly at?: string;
  readonly quote?: string;
  readonly quoteFile?: string;
  readonly attachment?: string;
  /** A file that is attached first, and is the evidence then. */
  readonly signature?: string;
}

export const withAgreement = (command: Command): Command =>
  command
    .option('--by <name>', 'name of the person, recorded')
    .option('--at <instant>', 'time of the agreement, ISO 8601 (default: now)')
    .option('--quote <text>', 'message to quote')
    .addOption(new Option('--quote-file <file>', 'file with the message to quote').conflicts('quote'))
    .option('--attachment <id>', 'attachment of the case, as evidence');

export const partyOption = (flag: string, description: string): Option =>
  new Option(`${flag} <party>`, description).choices([...agreeingParties]);

/** @throws CommandError 2 without a name, or what holds it up */
export const agreementOf = (party: AgreeingParty, options: AgreementOptions) => {
  if (options.by === undefined) throw new CommandError('--by is required.', 2);
  const held = heldUpBy(options);
  if (Object.keys(held).length === 0 && options.signature === undefined) {
    throw new CommandError('Evidence is required: --quote, --quote-file or --attachment.', 2);
  }
  return { party, name: options.by, ...when(options), ...held };
};

/** What is given and does nothing would be taken for done. @throws CommandError 2 */
export const refuseOthers = (options: object, allowed: readonly string[], to: string): void => {
  const given = Object.keys(options).filter((name) => !common.includes(name) && !allowed.includes(name));
  if (given.length === 0) return;
  const flags = given.map((name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  throw new CommandError(`${flags.join(', ')} ${given.length === 1 ? 'does' : 'do'} not apply ${to}.`, 2);
};
const common: readonly string[] = ['data', 'json'];

/** The names of the options that say who agreed, and what holds it up. */
export const agreementOptions: readonly (keyof AgreementOptions)[] = [
  'by',
  'at',
  'quote',
  'quoteFile',
  'attachment',
];

export const heldUpBy = ({ quote, quoteFile, attachment }: AgreementOptions) => {
  const text = quoteFile === undefined ? quote : read(quoteFile).trim();
  return {
    ...(text === undefined ? {} : { quote: text }),
    ...(attachment === undefined ? {} : { attachmentId: attachment }),
  };
};

export const when = ({ at }: AgreementOptions) => (at === undefined ? {} : { at });
