import { Command } from 'commander';
import { hostDoor } from './host-door.ts';
import { withExamples } from './options.ts';
import { tokensCancelCommand, tokensPauseCommand } from './tokens-control.ts';
import { tokensDuplicatesCommand } from './tokens-duplicates.ts';
import { tokensExcludeCommand, tokensIncludeCommand } from './tokens-exclude.ts';
import { tokenImportCommand, tokenValidateCommand } from './tokens-import.ts';
import { tokensIssueCommand } from './tokens-issue.ts';
import { tokensMappingCommand } from './tokens-mapping.ts';
import { tokensRehearseCommand } from './tokens-rehearse.ts';
import {
  tokensCheckCommand,
  tokensResumeCommand,
  tokensRetryCommand,
  tokensRunCommand,
} from './tokens-run.ts';
import { tokensStatusCommand } from './tokens-status.ts';
import { tokenTemplateCommand } from './tokens-template.ts';
import { tokensUndoCommand } from './tokens-undo.ts';

/** `carryover tokens`: the migration of tokens by self-service, in the order in which it is done. */
export const tokensCommand = (): Command => {
  const tokens = new Command('tokens').description('Migrate OAuth tokens; issue simulated ones');
  for (const command of [
    tokenTemplateCommand(),
    tokenImportCommand(),
    tokenValidateCommand(),
    tokensExcludeCommand(),
    tokensIncludeCommand(),
    tokensRehearseCommand(),
    tokensRunCommand(),
    tokensPauseCommand(),
    tokensResumeCommand(),
    tokensCancelCommand(),
    tokensRetryCommand(),
    tokensCheckCommand(),
    tokensUndoCommand(),
    tokensDuplicatesCommand(),
    tokensStatusCommand(),
    tokensMappingCommand(),
    tokensIssueCommand(hostDoor),
  ]) {
    tokens.addCommand(command);
  }
  return withExamples(
    tokens,
    ['tokens import acme --file customers.csv', 'Import a list of tokens.'],
    ['tokens rehearse acme --behaviour revoked=3', 'Rehearse on a temporary instance of the service.'],
    ['tokens run acme --pilot acme-001', 'Migrate one company as a pilot.'],
    ['tokens run acme', 'Migrate the rest.'],
    ['tokens status acme --follow', 'Follow from a second terminal.'],
    ['tokens issue gbol', 'Issue a simulated token set.'],
  );
};
