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
    .description('Sign with a new key from now on; the former one stays known')
    .action((options: CommonOptions) =>
      withHost(options.data, async ({ desk }) => changed(await desk.post('/api/identity/rotate'), options)),
    );
  return withExamples(withJson(withData(command)), [
    'identity rotate',
    'Colleagues have to trust the new key: send them what `identity` shows.',
  ]);
};

/** `carryover identity export`. */
export const exportKeyCommand = (): Command => {
  const command = withPassphraseOptions(new Command('export'))
    .description('Write the private key to a file, sealed with a passphrase of at least 12 characters')
    .requiredOption('--out <file>', 'where to')
    .action(async (options: Options & { readonly out: string }) => {
      const passphrase = await passphraseFrom(options, true);
      await withHost(options.data, async ({ desk }) => {
        const file = await desk.post<KeyFile>('/api/identity/export', { passphrase });
        writeNewFile(options.out, `${JSON.stringify(file, undefined, 2)}\n`);
        if (options.json) return printJson({ out: options.out, publicKey: file.publicKey });
        remark(
          `Wrote the signing key to ${options.out}. Whoever has the file and its passphrase signs as you do.`,
        );
      });
    });
  return withExamples(withJson(withData(command)), [
    'identity export --out signing-key.json --passphrase-env PASS',
    'For the move to another machine, or a copy in a safe place.',
  ]);
};

/** `carryover identity import`. */
export const importKeyCommand = (): Command => {
  const command = withPassphraseOptions(new Command('import'))
    .description('Sign with the key in a file from now on; the former one stays known')
    .argument('<file>', 'what `identity export` wrote')
    .action(async (path: string, options: Options) => {
      const file = read(path);
      const passphrase = await passphraseFrom(options, false);
      await withHost(options.data, async ({ desk }) =>
        changed(await desk.post('/api/identity/import', { file, passphrase }), options),
      );
    });
  return withExamples(withJson(withData(command)), [
    'identity import signing-key.json --passphrase-env PASS',
    'On the new machine.',
  ]);
};

const changed = (view: IdentityView, { json }: CommonOptions): void => {
  if (json) {
    printJson(view);
    return;
  }
  print(view.signing.publicKey);
  remark(
    `This data folder signs with that key from now on. Fingerprint: ${groupedFingerprint(view.signing.fingerprint)}.`,
  );
};
