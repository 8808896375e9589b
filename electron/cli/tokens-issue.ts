import { Command, Option } from 'commander';
import { type TokenSet, tokenBehaviours } from '#contract/sandbox.ts';
import { withHost } from './host-access.ts';
import { type CommonOptions, integer, withData, withExamples, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';

interface Options extends CommonOptions {
  readonly behaviour: string;
  readonly count: number;
}

/** `carryover tokens issue`: OAuth token sets of a simulated platform. */
export const tokensIssueCommand = (): Command => {
  const issue = new Command('issue')
    .description('Issue token sets of a simulated platform, one JSON body per line')
    .argument('<platformKey>', 'platform, such as gbol (see GET /integrations)')
    .addOption(
      new Option('--behaviour <behaviour>', 'token behaviour').choices(tokenBehaviours).default('good'),
    )
    .option('--count <n>', 'number of token sets', integer(1, 10_000), 1)
    .action(issueTokens);
  return withExamples(
    withJson(withData(issue)),
    ['tokens issue gbol', 'One good token set.'],
    [
      'tokens issue gbol --behaviour expired-refreshable --count 3',
      'Three expired token sets that can be refreshed.',
    ],
  );
};

const issueTokens = (platformKey: string, options: Options): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const { behaviour, count } = options;
    const sets = await desk.post<{ results: TokenSet[] }>('/api/simulator/tokens', {
      platformKey,
      behaviour,
      count,
    });
    if (options.json) return printJson(sets);
    for (const set of sets.results) print(JSON.stringify(set.credentials));
    remark(`Use as the body of PUT /companies/{companyId}/connections/{connectionId}/authorization.`);
  });
