import { statSync } from 'node:fs';
import { Command } from 'commander';
import type { IdentityView, KeyAnswer } from '#contract/identity.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { confirmed } from './ask.ts';
import { CommandError } from './command-error.ts';
import { withHost } from './host-access.ts';
import type { HttpClient } from './http-client.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { printJson, remark } from './output.ts';
import { read } from './secret-input.ts';

interface Options extends CommonOptions {
  readonly yes?: true;
}

/** `carryover identity trust`. */
export const trustCommand = (): Command => {
  const command = new Command('trust')
    .description("Trust a colleague's signing key")
    .argument('<key>', 'public key, minisign key, or file with one')
    .requiredOption('--name <name>', 'owner of the key')
    .option('--yes', 'skip confirmation')
    .action((given: string, options: Options & { readonly name: string }) =>
      withHost(options.data, async ({ desk }) => {
        const { name } = options;
        const key = isFile(given) ? read(given) : given;
        const { publicKey, fingerprint } = await desk.post<KeyAnswer>('/api/identity/read', { key });
        remark(`Fingerprint: ${groupedFingerprint(fingerprint)}.`);
        await ask(`Compared with ${name}? Trust this key?`, options);
        const view = await desk.post<IdentityView>('/api/identity/trust', { key: publicKey, name });
        if (options.json) return printJson(view);
        remark(`Trusted the key of ${name}.`);
      }),
    );
  return withExamples(withJson(withData(command)), [
    'identity trust jo.pub --name "Jo"',
    'Shows the fingerprint to compare with Jo, then asks.',
  ]);
};

/** `carryover identity revoke`. */
export const revokeCommand = (): Command => {
  const command = new Command('revoke')
    .description("Revoke a colleague's key; earlier signatures stay trusted")
    .argument('<key>', 'public key, fingerprint or name of the colleague')
    .requiredOption('--reason <text>', 'reason, recorded')
    .option('--yes', 'skip confirmation')
    .action((given: string, options: Options & { readonly reason: string }) =>
      withHost(options.data, async ({ desk }) => {
        const { fingerprint, name } = await meant(desk, isFile(given) ? read(given) : given);
        remark(`The key of ${name}: ${groupedFingerprint(fingerprint)}.`);
        await ask('Revoke it?', options);
        const body = { key: fingerprint, reason: options.reason };
        const view = await desk.post<IdentityView>('/api/identity/revoke', body);
        if (options.json) return printJson(view);
        remark(`Revoked the key of ${name}. Trust it again with \`identity trust\`.`);
      }),
    );
  return withExamples(withJson(withData(command)), [
    'identity revoke Jo --reason "left the team"',
    'New signatures by Jo are not trusted.',
  ]);
};

/** The same rules as those of the desk, which decides: this is for the question. */
const meant = async (desk: HttpClient, reference: string): Promise<{ fingerprint: string; name: string }> => {
  const { colleagues } = await desk.get<IdentityView>('/api/identity');
  const digits = reference.replaceAll(/\s/g, '').toLowerCase();
  const found = colleagues.filter(
    ({ name, fingerprint }) => name === reference.trim() || fingerprint === digits,
  );
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (found.length > 1) {
    throw new CommandError(`Several colleagues are named ${reference}. Give the key or the fingerprint.`, 1);
  }
  const { fingerprint } = await desk.post<KeyAnswer>('/api/identity/read', { key: reference });
  const known = colleagues.find((one) => one.fingerprint === fingerprint);
  return { fingerprint, name: known?.name ?? 'an unknown signer' };
};

const isFile = (given: string): boolean => statSync(given, { throwIfNoEntry: false })?.isFile() ?? false;

const ask = async (question: string, { yes }: Options): Promise<void> => {
  if (yes) return;
  const agrees = await confirmed(question, 'Use --yes once you compared the fingerprint.');
  if (!agrees) throw new CommandError('Nothing was changed.');
};
