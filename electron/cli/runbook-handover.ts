import type { Command } from 'commander';
import type { AgreeingParty, RunbookView } from '#contract/runbook.ts';
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

interface Options extends CommonOptions, AgreementOptions {
  readonly make?: true;
  readonly sign?: AgreeingParty;
}

/** `carryover runbook handover`: step 6. */
export const handoverCommand = (): Command => {
  const command = commandOnCase('handover', 'Step 6: show or create the handover document, record sign-offs')
    .option('--make', 'create the document and attach it')
    .addOption(partyOption('--sign', 'record the sign-off of this party'));
  withAgreement(command).action((reference: string, options: Options) => {
    const { sign } = options;
    const ofSign = sign === undefined ? [] : ['sign', ...agreementOptions];
    refuseOthers(options, ['make', ...ofSign], 'without --sign');
    const signOff = sign && agreementOf(sign, options);
    return onRunbook(reference, options, async (desk, path) => {
      if (options.make) await desk.post(`${path}/handover`);
      if (signOff !== undefined) await desk.post(`${path}/handover/sign-offs`, signOff);
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
      'runbook handover acme --sign integrator --by "Kim" --quote "All fine, thank you"',
      'Record a sign-off.',
    ],
  );
};
