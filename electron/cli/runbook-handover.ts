import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import type { SignatureFile } from '#contract/outside-signature.ts';
import type { AgreeingParty, RunbookView } from '#contract/runbook.ts';
import { formatOutside } from '#contract/signature-labels.ts';
import { CommandError } from './command-error.ts';
import { formatNext } from './format/runbook.ts';
import { commandOnCase } from './on-case.ts';
import { onRunbook } from './on-runbook.ts';
import { type CommonOptions, withExamples } from './options.ts';
import { print, printJson, remark } from './output.ts';
import {
  type AgreementOptions,
  agreementOf,
  agreementOptions,
  partyOption,
  refuseOthers,
  withAgreement,
} from './runbook-agreement.ts';
import { read, readBytes } from './secret-input.ts';

interface Options extends CommonOptions, AgreementOptions {
  readonly make?: true;
  readonly sign?: AgreeingParty;
  readonly key?: string;
}

/** `carryover runbook handover`: step 6. */
export const handoverCommand = (): Command => {
  const command = commandOnCase('handover', 'Step 6: show or create the handover document, record sign-offs')
    .option('--make', 'create the document and attach it')
    .addOption(partyOption('--sign', 'record the sign-off of this party'));
  command.addOption(
    new Option(
      '--signature <file>',
      'signature made outside, such as a signed PDF or an email; kept as an attachment',
    ).conflicts('attachment'),
  );
  command.option('--key <file>', "the party's minisign.pub, which verifies a .minisig");
  withAgreement(command).action((reference: string, options: Options) => {
    const { sign } = options;
    const ofSign = sign === undefined ? [] : ['sign', 'signature', 'key', ...agreementOptions];
    refuseOthers(options, ['make', ...ofSign], 'without --sign');
    const signOff = sign && { ...agreementOf(sign, options), signature: signatureOf(options) };
    return onRunbook(reference, options, async (desk, path) => {
      if (options.make) await desk.post(`${path}/handover`);
      if (signOff !== undefined) await desk.post(`${path}/handover/sign-offs`, signOff);
      const view = await desk.get<RunbookView>(path);
      if (options.json) return printJson(view);
      if (sign === undefined) {
        print((await desk.file(`${path}/handover.md`)).content.toString('utf8').trimEnd());
      }
      remarkOn(view, sign);
    });
  });
  return withExamples(
    command,
    ['runbook handover acme > draft.md', 'Print a draft.'],
    [
      'runbook handover acme --make > handover.md',
      'Create it once each company is migrated, accepted or excluded.',
    ],
    [
      'runbook handover acme --sign integrator --by "Kim" --signature signed.pdf',
      'Record a signature made outside; it is kept, and not verified.',
    ],
    [
      'runbook handover acme --sign integrator --by "Kim" --signature handover.md.minisig --key kim.pub',
      'Record a signature made with minisign, verified by the key.',
    ],
    [
      'runbook handover acme --sign integrator --by "Kim" --quote "All fine, thank you"',
      'Record a sign-off.',
    ],
  );
};

const remarkOn = (view: RunbookView, signed: AgreeingParty | undefined): void => {
  const made = view.handover;
  remark(made === undefined ? 'Draft.' : `SHA-256 of the document: ${made.digest}.`);
  const last = made?.signOffs.findLast(({ party }) => party === signed);
  if (last?.signature !== undefined) remark(`Signature of ${last.name}: ${formatOutside(last.signature)}.`);
  remark(formatNext(view));
};

/** @throws CommandError 2 if a file can't be read */
const signatureOf = ({ signature, key }: Pick<Options, 'signature' | 'key'>): SignatureFile | undefined => {
  if (signature !== undefined) {
    const file = { name: basename(signature), content: readBytes(signature).toString('base64') };
    return key === undefined ? file : { ...file, key: read(key) };
  }
  if (key === undefined) return undefined;
  throw new CommandError('--key needs --signature.', 2);
};
