import { Command, Option } from 'commander';
import { CommandError } from '#cli/command-error.ts';
import { withHost } from '#cli/host-access.ts';
import type { HttpClient } from '#cli/http-client.ts';
import { type CommonOptions, integer, withData, withExamples, withJson } from '#cli/options.ts';
import { columns, print, printJson, remark } from '#cli/output.ts';
import {
  type Grant,
  type IssuedToken,
  longestTokenDays,
  type Person,
  type PersonList,
  type Role,
  roles,
  tokenAccesses,
} from '#contract/people.ts';

/** `carryover people`: who may use a desk, and for what. */
export const peopleCommand = (): Command => {
  const command = new Command('people').description('Manage people and roles of the desk');
  const commands = [listCommand(), addCommand(), rolesCommand(), ...stateCommands()];
  for (const one of [...commands, tokenCommand(), revokeCommand()]) command.addCommand(one);
  return withExamples(
    command,
    [
      'people add jo@example.com --name "Jo Doe" --role admin',
      'Add the first person: from then on people sign in.',
    ],
    ['people roles jo@example.com engineer viewer@case:ID', 'Replace the roles of a person.'],
    ['people leave jo@example.com', 'End sessions and access tokens of a person.'],
  );
};

const personCommand = (name: string, description: string): Command =>
  withJson(withData(new Command(name).description(description).argument('<login>', 'sign-in name, or id')));

const listCommand = (): Command =>
  withJson(withData(new Command('list').description('List people with their roles'))).action(
    (options: CommonOptions) =>
      withHost(options.data, async ({ desk }) => {
        const people = await desk.get<PersonList>('/api/people');
        if (options.json) return printJson(people);
        const rows = people.results.map((one) => [
          one.login,
          one.name,
          stateOf(one),
          one.grants.map(grantText).join(' ') || 'none',
          String(one.tokens.filter(({ revoked }) => revoked === undefined).length),
        ]);
        if (rows.length === 0)
          return remark("No people: the desk is one person's. Add an admin: people add.");
        print(columns([['SIGN-IN NAME', 'NAME', 'STATE', 'ROLES', 'TOKENS'], ...rows]));
      }),
  );

const stateOf = ({ state, suspended }: Person): string =>
  suspended === undefined ? state : `suspended (${suspended.why})`;

interface AddOptions extends CommonOptions {
  readonly name: string;
  readonly role?: readonly string[];
}

const addCommand = (): Command =>
  personCommand('add', 'Add a person; the first one must be an admin')
    .requiredOption('--name <name>', 'name, as entries show it')
    .option('--role <role...>', 'roles, such as engineer or viewer@target:local')
    .action((login: string, { data, json, name, role = [] }: AddOptions) =>
      withHost(data, async ({ desk }) =>
        told(
          await desk.post<Person>('/api/people', { login, name, grants: role.map(grantOf) }),
          json,
          ({ name, login }) => `Added ${name} <${login}>.`,
        ),
      ),
    );

const rolesCommand = (): Command =>
  personCommand('roles', 'Replace the roles of a person')
    .argument('[role...]', `${roles.join(', ')}; of one place: ROLE@target:ID or ROLE@case:ID`)
    .action((login: string, given: readonly string[], { data, json }: CommonOptions) =>
      withPerson(data, login, async (desk, path) =>
        told(
          await desk.put<Person>(`${path}/grants`, { grants: given.map(grantOf) }),
          json,
          ({ name, grants }) => `Roles of ${name}: ${grants.map(grantText).join(', ') || 'none'}.`,
        ),
      ),
    );

const stateCommands = (): Command[] => [
  changeCommand('leave', 'End the access of a person; entries stay', (desk, path) =>
    desk.post<Person>(`${path}/leave`),
  ),
  changeCommand('return', 'Let a person who left in again; tokens stay revoked', (desk, path) =>
    desk.post<Person>(`${path}/rejoin`),
  ),
  changeCommand('unlink', 'Unlink the account that signs a person in', async (desk, path) => {
    await desk.delete(`${path}/provider`);
    return desk.get<PersonList>('/api/people').then(({ results }) => personIn(results, path));
  }),
];

const personIn = (people: readonly Person[], path: string): Person => {
  const found = people.find(({ id }) => path.endsWith(id));
  if (found === undefined) throw new CommandError('The person is not listed any more.');
  return found;
};

const changeCommand = (
  name: string,
  description: string,
  change: (desk: HttpClient, path: string) => Promise<Person>,
): Command =>
  personCommand(name, description).action((login: string, { data, json }: CommonOptions) =>
    withPerson(data, login, async (desk, path) =>
      told(
        await change(desk, path),
        json,
        (person) => `${person.name} <${person.login}>: ${stateOf(person)}.`,
      ),
    ),
  );

interface TokenOptions extends CommonOptions {
  readonly name: string;
  readonly days?: number;
  readonly access?: 'read' | 'all';
  readonly scope?: string;
}

const tokenCommand = (): Command =>
  personCommand('token', 'Create an access token for a person; it is shown once')
    .requiredOption('--name <name>', 'what it is for')
    .option('--days <days>', 'days until it expires (default: 90)', integer(1, longestTokenDays))
    .addOption(new Option('--access <access>', 'read: as a viewer').choices([...tokenAccesses]))
    .option('--scope <scope>', 'target:ID or case:ID (default: desk)')
    .action((login: string, { data, json, ...request }: TokenOptions) =>
      withPerson(data, login, async (desk, path) => {
        const { name, days, access, scope } = request;
        const issued = await desk.post<IssuedToken>(`${path}/tokens`, { name, days, access, scope });
        if (json) return printJson(issued);
        print(issued.token);
        remark(`Shown this once; it expires ${issued.expires}. Its id: ${issued.id}.`);
      }),
    );

const revokeCommand = (): Command =>
  personCommand('revoke', 'Revoke an access token; it ends at once')
    .argument('<token>', 'id of the token, or its last four characters')
    .action((login: string, token: string, { data, json }: CommonOptions) =>
      withPerson(data, login, async (desk, path, person) => {
        const found = person.tokens.filter(({ id, ending }) => id === token || ending === token);
        const [only] = found;
        if (only === undefined || found.length > 1) {
          const problem = found.length > 1 ? 'Several access tokens end so' : 'The person has no such token';
          throw new CommandError(`${problem}. Give the id: people list --json.`);
        }
        await desk.delete(`${path}/tokens/${only.id}`);
        if (json) return printJson({ revoked: only.id });
        remark(`Revoked the access token "${only.name}" of ${person.name}.`);
      }),
    );

const withPerson = (
  data: string,
  login: string,
  work: (desk: HttpClient, path: string, person: Person) => Promise<void>,
): Promise<void> =>
  withHost(data, async ({ desk }) => {
    const { results } = await desk.get<PersonList>('/api/people');
    const person = results.find((one) => one.login === login || one.id === login);
    if (person === undefined)
      throw new CommandError(`The desk has no person ${login}. List them: people list.`);
    await work(desk, `/api/people/${person.id}`, person);
  });

const told = (person: Person, json: true | undefined, text: (person: Person) => string): void => {
  if (json) printJson(person);
  else remark(text(person));
};

/** @throws CommandError 2 */
const grantOf = (text: string): Grant => {
  const [role = '', scope = 'desk'] = text.split('@');
  if (!(roles as readonly string[]).includes(role) || text.split('@').length > 2) {
    throw new CommandError(
      `"${text}" is no role. Use ${roles.join(', ')}, or one of them at one place, such as engineer@target:local.`,
      2,
    );
  }
  return { role: role as Role, scope };
};

const grantText = ({ role, scope }: Grant): string => (scope === 'desk' ? role : `${role}@${scope}`);
