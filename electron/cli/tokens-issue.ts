import { Command, Option } from 'commander';
import { type TokenSet, tokenBehaviours } from '#contract/sandbox.ts';
import { integer, withExamples, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';
import type { DoorOptions, ServiceDoor } from './service-door.ts';

interface Options extends DoorOptions {
  readonly behaviour: string;
  readonly count: number;
}

/** `carryover tokens issue`: OAuth token sets of a simulated platform. */
export const tokensIssueCommand = (door: ServiceDoor): Command => {
  const issue = new Command('issue')
    .description('Issue token sets of a simulated platform, one JSON body per line')
    .argument('<platformKey>', 'platform, such as gbol (see GET /integrations)')
    .addOption(
      new Option('--behaviour <behaviour>', 'token behaviour').choices(tokenBehaviours).default('good'),
    )
    .option('--count <n>', 'number of token sets', integer(1, 10_000), 1)
    .action(issueTokens(door));
  return withExamples(
    withJson(door.withOptions(issue)),
    ['tokens issue gbol', 'One good token set.'],
    [
      'tokens issue gbol --behaviour expired-refreshable --count 3',
      'Three expired token sets that can be refreshed.',
    ],
  );
};

const issueTokens =
  (door: ServiceDoor) =>
  (platformKey: string, options: Options): Promise<void> =>
    door.enter(options, async ({ service }) => {
      const { behaviour, count } = options;
      const sets = await service.post<{ results: TokenSet[] }>('/simulator/tokens', {
        platformKey,
        behaviour,
        count,
      });
      if (options.json) return printJson(sets);
      for (const set of sets.results) print(JSON.stringify(set.credentials));
      remark(`Use as the body of PUT /companies/{companyId}/connections/{connectionId}/authorization.`);
    });
