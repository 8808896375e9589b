import { Command } from 'commander';
import { dualRunCommand, parityCommand, rehearseCommand } from './cutover-compare.ts';
import { completeCommand, rollbackCommand } from './cutover-end.ts';
import { applyCommand, cutoverGrantCommand, cutoverRequestCommand } from './cutover-grant.ts';
import { planCommand } from './cutover-plan.ts';
import { cutoverVerifyCommand } from './cutover-verify.ts';
import { soakCommand, statusCommand } from './cutover-watch.ts';
import { withExamples } from './options.ts';

/** `carryover cutover`: the move of an integrator's webhooks, from its plan to its end. */
export const cutoverCommand = (): Command => {
  const command = new Command('cutover').description(
    "Plan, rehearse and verify the cutover of a case's webhooks",
  );
  const commands = [
    ...[planCommand(), rehearseCommand(), dualRunCommand(), parityCommand()],
    ...[cutoverRequestCommand(), cutoverGrantCommand(), applyCommand(), cutoverVerifyCommand()],
    ...[soakCommand(), rollbackCommand(), completeCommand(), statusCommand()],
  ];
  for (const one of commands) command.addCommand(one);
  return withExamples(
    command,
    ['cutover plan acme --use portal', "Plan it, with the portal's auth header."],
    ['cutover rehearse acme', 'Compare both mechanisms on a temporary instance.'],
    ['cutover request acme --by "Jo" > request.md', 'The request for the provider.'],
    ['cutover grant acme --by "Jo"', 'Apply the plan on the local service.'],
    ['cutover verify acme', 'Verify endpoints and headers.'],
    ['cutover soak acme --days 7', 'Watch deliveries for a week.'],
    ['cutover status acme', 'Current stage and next step.'],
  );
};
