import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { tokensCommand } from '#cli/tokens.ts';

const helpOf = (command: Command): string => {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return text;
};

/** Each command as one types it, with its help. */
const helps = [tokensCommand(), ...tokensCommand().commands].map(
  (command) => [command.name(), helpOf(command)] as const,
);

test('every command of the group has help with an example of itself', () => {
  for (const [name, help] of helps) {
    expect(help).toMatch(new RegExp(`Examples:\\n  \\$ carryover tokens ${name === 'tokens' ? '' : name}`));
  }
});

test('commands that follow a run name their exit codes', () => {
  const naming = helps.filter(([, help]) =>
    /3 {2}rows failed, held or remaining\n {2}4 {2}paused/.test(help),
  );
  const names = naming.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['run', 'resume', 'retry', 'check', 'undo', 'status']));
});

test('no option takes a secret', () => {
  for (const [, help] of helps) expect(help).not.toMatch(/--(access|refresh)?-?(token|secret|password)\b/i);
});
