import { Command } from 'commander';
import type { IdentityView, KeyFile } from '#contract/identity.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { withHost } from './host-access.ts';
import { writeNewFile } from './new-file.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';
import { type PassphraseOptions, passphraseFrom, withPassphraseOptions } from './passphrase-input.ts';
import { read } from './secret-input.ts';

type Options = CommonOptions & PassphraseOptions;

/** `carryover identity rotate`. */
export const rotateCommand = (): Command => {
  const command = new Command('rotate')
    .description('Replace the signing key; earlier signatures stay valid')
    .action((options: CommonOptions) =>
      withHost(options.data, async ({ desk }) => changed(await desk.post('/api/identity/rotate'), options)),
    );
  return withExamples(withJson(withData(command)), [
    'identity rotate',
    'Colleagues must trust the new key (see `identity`).',
  ]);
};

/** `carryover identity rotate-sealing`. */
export const rotateSealingCommand = (): Command => {
  const command = new Command('rotate-sealing')
    .description('Replace the sealing key; files sealed to the former one still open')
    .action((options: CommonOptions) =>
      withHost(options.data, async ({ desk }) => {
        const view = await desk.post<IdentityView>('/api/identity/sealing/rotate');
        if (options.json) return printJson(view);
        print(view.sealing.recipient);
        remark(
          `Send integrators this recipient. Fingerprint: ${groupedFingerprint(view.sealing.fingerprint)}.`,
        );
      }),
    );
  return withExamples(withJson(withData(command)), [
    'identity rotate-sealing',
    'Integrators must seal to the new recipient (see `identity`).',
  ]);
};

/** `carryover identity export`. */
export const exportKeyCommand = (): Command => {
  const command = withPassphraseOptions(new Command('export'))
    .description('Export the signing and sealing keys, encrypted with a passphrase (at least 12 characters)')
    .requiredOption('--out <file>', 'output file')
    .action(async (options: Options & { readonly out: string }) => {
      const passphrase = await passphraseFrom(options, true);
      await withHost(options.data, async ({ desk }) => {
        const file = await desk.post<KeyFile>('/api/identity/export', { passphrase });
        writeNewFile(options.out, `${JSON.stringify(file, undefined, 2)}\n`);
        if (options.json) return printJson({ out: options.out, publicKey: file.publicKey });
        remark(
          `Wrote the signing and sealing keys to ${options.out}. Anyone with the file and its passphrase can sign as you and open what was sealed to you.`,
        );
      });
    });
  return withExamples(withJson(withData(command)), [
    'identity export --out signing-key.json --passphrase-env PASS',
    'To move to another machine, or as a backup.',
  ]);
};

/** `carryover identity import`. */
export const importKeyCommand = (): Command => {
  const command = withPassphraseOptions(new Command('import'))
    .description('Replace the signing and sealing keys by those from a file; earlier ones stay valid')
    .argument('<file>', 'file from `identity export`')
    .action(async (path: string, options: Options) => {
      const file = read(path);
      const passphrase = await passphraseFrom(options, false);
      await withHost(options.data, async ({ desk }) =>
        changed(await desk.post('/api/identity/import', { file, passphrase }), options),
      );
    });
  return withExamples(withJson(withData(command)), [
    'identity import signing-key.json --passphrase-env PASS',
    'Use it on the new machine.',
  ]);
};

const changed = (view: IdentityView, { json }: CommonOptions): void => {
  if (json) {
    printJson(view);
    return;
  }
  print(view.signing.publicKey);
  remark(
    `This data folder now signs with this key. Fingerprint: ${groupedFingerprint(view.signing.fingerprint)}.`,
  );
};
