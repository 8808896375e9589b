import { Command } from 'commander';
import { formatInstant } from '#contract/format.ts';
import type { IdentityView } from '#contract/identity.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { withHost } from './host-access.ts';
import { revokeCommand, trustCommand } from './identity-colleagues.ts';
import { exportKeyCommand, importKeyCommand, rotateCommand, rotateSealingCommand } from './identity-key.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { columns, print, printJson } from './output.ts';
import { verifyFileCommand } from './verify-file.ts';

/** `carryover identity`: the keys that this data folder signs and opens sealed files with, and the keys of colleagues. */
export const identityCommand = (): Command => {
  const identity = new Command('identity').description(
    "Manage the signing identity, the sealing key and colleagues' keys",
  );
  const show = withExamples(
    withJson(
      withData(
        new Command('show').description('Show the signing identity and the sealing key').action(showIdentity),
      ),
    ),
    ['identity --json', 'The public key and the recipient as JSON.'],
  );
  identity.addCommand(show, { isDefault: true });
  for (const command of [
    rotateCommand(),
    rotateSealingCommand(),
    exportKeyCommand(),
    importKeyCommand(),
    trustCommand(),
    revokeCommand(),
    verifyFileCommand(),
  ]) {
    identity.addCommand(command);
  }
  return withExamples(
    identity,
    ['identity', 'Show the public key, the recipient, earlier keys and known colleagues.'],
    ['identity trust jo.pub --name "Jo"', "Trust a colleague's signing key."],
    ['identity rotate', 'Replace the signing key.'],
  );
};

const showIdentity = (options: CommonOptions): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const view = await desk.get<IdentityView>('/api/identity');
    if (options.json) return printJson(view);
    print(identityText(view));
  });

const identityText = ({ signing, former, sealing, colleagues }: IdentityView): string =>
  [
    columns([
      ['SIGNING IDENTITY', ''],
      ['public key', signing.publicKey],
      ['fingerprint', groupedFingerprint(signing.fingerprint)],
      ['minisign', signing.minisign],
      ['since', formatInstant(signing.since)],
    ]),
    ...(former.length === 0
      ? []
      : [
          columns([
            ['EARLIER KEY', 'UNTIL', 'FINGERPRINT'],
            ...former.map(({ how, until, fingerprint }) => [
              how,
              formatInstant(until),
              groupedFingerprint(fingerprint),
            ]),
          ]),
        ]),
    sealingText(sealing),
    ...(colleagues.length === 0
      ? []
      : [
          columns([
            ['COLLEAGUE', 'KEY', 'SINCE', 'FINGERPRINT', 'REASON'],
            ...colleagues.map(({ name, standing, at, fingerprint, reason }) => [
              name,
              standing,
              formatInstant(at),
              groupedFingerprint(fingerprint),
              reason ?? '',
            ]),
          ]),
        ]),
  ].join('\n\n');

const sealingText = ({ recipient, fingerprint, since, former }: IdentityView['sealing']): string =>
  [
    columns([
      ['SEALING KEY', ''],
      ['recipient', recipient],
      ['fingerprint', groupedFingerprint(fingerprint)],
      ['since', formatInstant(since)],
    ]),
    ...(former.length === 0
      ? []
      : [
          columns([
            ['EARLIER RECIPIENT', 'UNTIL', 'FILES OPEN', 'FINGERPRINT'],
            ...former.map(({ how, until, fingerprint: of }) => [
              how,
              formatInstant(until),
              how === 'lost' ? 'no' : 'yes',
              groupedFingerprint(of),
            ]),
          ]),
        ]),
  ].join('\n\n');
