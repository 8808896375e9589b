import { Command } from 'commander';
import { withExamples } from '#cli/options.ts';
import type { ServiceDoor } from '#cli/service-door.ts';
import { tokensIssueCommand } from '#cli/tokens-issue.ts';

/** `carryover tokens` of the test kit. */
export const tokensCommand = (door: ServiceDoor): Command => {
  const tokens = new Command('tokens').description('Issue simulated OAuth token sets');
  tokens.addCommand(tokensIssueCommand(door));
  return withExamples(tokens, ['tokens issue gbol', 'Issue a simulated token set.']);
};
