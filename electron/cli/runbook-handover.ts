import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { CaseView } from '#contract/case.ts';
import type { AgreeingParty, RunbookView } from '#contract/runbook.ts';
import { CommandError } from './command-error.ts';
import { formatNext } from './format/runbook.ts';
import type { HttpClient } from './http-client.ts';
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

interface Options extends CommonOptions, AgreementOptions {
  readonly make?: true;
  readonly sign?: AgreeingParty;
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
  withAgreement(command).action((reference: string, options: Options) => {
    const { sign, signature } = options;
    const ofSign = sign === undefined ? [] : ['sign', 'signature', ...agreementOptions];
    refuseOthers(options, ['make', ...ofSign], 'without --sign');
    const signOff = sign && agreementOf(sign, options);
    return onRunbook(reference, options, async (desk, path) => {
      if (options.make) await desk.post(`${path}/handover`);
      if (signOff !== undefined) await recordSignOff(desk, path, signOff, signature);
      const view = await desk.get<RunbookView>(path);
      if (options.json) return printJson(view);
      if (sign === undefined) {
        print((await desk.file(`${path}/handover.md`)).content.toString('utf8').trimEnd());
      }
      const made = view.handover;
      remark(made === undefined ? 'Draft.' : `SHA-256 of the document: ${made.digest}.`);
      remark(formatNext(view));
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
      'Record a signature made outside; Carryover does not check it.',
    ],
    [
      'runbook handover acme --sign integrator --by "Kim" --quote "All fine, thank you"',
      'Record a sign-off.',
    ],
  );
};

const recordSignOff = async (
  desk: HttpClient,
  path: string,
  signOff: ReturnType<typeof agreementOf>,
  signature: string | undefined,
): Promise<void> => {
  const attached = signature === undefined ? {} : await attachSignature(desk, path, signOff, signature);
  await desk.post(`${path}/handover/sign-offs`, { ...signOff, ...attached });
};

/**
 * Keeps the file with the case, its SHA-256 on the chain. Nothing is attached before there is something to sign.
 * @throws CommandError 1
 */
const attachSignature = async (
  desk: HttpClient,
  path: string,
  { party }: { readonly party: AgreeingParty },
  file: string,
): Promise<{ attachmentId: string | undefined }> => {
  const { handover } = await desk.get<RunbookView>(path);
  if (handover === undefined || handover.outdated) {
    throw new CommandError(
      'There is no current handover document to sign. Create it with --make; nothing was attached.',
    );
  }
  const view = await desk.post<CaseView>(path.replace(/\/runbook$/, '/attachments'), {
    path: resolve(file),
    note: `Signature of the ${party} on the handover document ${handover.digest}, made outside of Carryover`,
  });
  return { attachmentId: view.attachments.at(-1)?.id };
};
