import { Command } from 'commander';
import type { RecoveryCode } from '#contract/desk.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { asked, confirmed } from './ask.ts';
import { CommandError } from './command-error.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples } from './options.ts';
import { print, remark } from './output.ts';
import { secretFrom } from './secret-input.ts';

/** `carryover recovery-code`: the data key as a code to write down, and back. */
export const recoveryCodeCommand = (): Command => {
  const command = new Command('recovery-code').description('Show or use the recovery code of the data key');
  command.addCommand(showCommand()).addCommand(useCommand());
  return withExamples(
    command,
    ['recovery-code show', 'Write it down and keep it away from this machine.'],
    ['recovery-code use', 'In a folder whose key is lost.'],
  );
};

const warning =
  'Anyone with the recovery code and the data folder can read every secret in it: API keys, auth headers, signing secrets and token credentials.';

const showCommand = (): Command =>
  withExamples(
    withData(
      new Command('show')
        .description('Show the recovery code')
        .option('--yes', 'skip confirmation')
        .action(async ({ data, yes }: CommonOptions & { readonly yes?: true }) => {
          remark(warning);
          if (!yes && !(await confirmed('Show it now?', 'Use --yes to skip confirmation.'))) return;
          await withHost(data, async ({ desk }) => {
            const { code, fingerprint } = await desk.post<RecoveryCode>('/api/recovery-code');
            print(code);
            remark(
              `Key fingerprint: ${groupedFingerprint(fingerprint)}. Write the code down; do not store it here.`,
            );
          });
        }),
    ),
    ['recovery-code show --yes', 'Without confirmation.'],
  );

const useCommand = (): Command =>
  withExamples(
    withData(
      new Command('use')
        .description('Restore a lost data key from its recovery code')
        .option('--code-file <file>', 'file with the code; - reads stdin')
        .action(async ({ data, codeFile }: CommonOptions & { readonly codeFile?: string }) => {
          const given = await secretFrom({ file: codeFile, env: undefined }, 'recovery code');
          const code = given ?? (await asked('Recovery code:', 'Use --code-file.'));
          const { restoreDataKey } = await import('#host/recovery.ts');
          const outcome = restoreDataKey(data, code);
          if ('problem' in outcome) throw new CommandError(outcome.problem, 1);
          remark(`The data key is restored as ${outcome.path}. Start Carryover as usual.`);
        }),
    ),
    ['recovery-code use --code-file code.txt', 'Read the code from a file.'],
  );
