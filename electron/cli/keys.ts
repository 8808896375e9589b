import { Command } from 'commander';
import { type ApiKeyCreated, apiKeyLimit } from '#contract/api-key.ts';
import type { RevealedKeys } from '#contract/desk.ts';
import { withExamples, withJson } from './options.ts';
import { columns, print, printJson, remark } from './output.ts';
import type { DoorOptions, ServiceDoor } from './service-door.ts';

const headerExample = [
  'keys --header',
  'Print an Authorization header for curl -H "$(carryover keys --header)" ….',
] as const;

/** Source: `docs/reference/rules/api.md#errors`. */
const basic = (apiKey: string): string => `Basic ${Buffer.from(apiKey).toString('base64')}`;

/** `carryover keys`: the API keys of the public API, in clear text. */
export const keysCommand = (door: ServiceDoor): Command => {
  const keys = new Command('keys').description(`Show, create and delete API keys (at most ${apiKeyLimit})`);
  const list = new Command('list').description('List API keys').action(listKeys(door));
  const create = new Command('create')
    .description('Create an API key')
    .argument('<name>')
    .action(createKey(door));
  const remove = new Command('remove')
    .description('Delete an API key')
    .argument('<id>')
    .action(removeKey(door));
  list.option('--header', 'print the first key as an Authorization header');
  for (const command of [list, create, remove]) withJson(door.withOptions(command));
  withExamples(list, ['keys list --json', 'List API keys as JSON.'], headerExample);
  withExamples(create, ['keys create "load test"', 'Create a key and print it.']);
  withExamples(remove, ['keys remove 3f0c…', 'Delete the key with this id (see `keys`).']);
  withExamples(
    keys,
    ['keys', 'List API keys.'],
    headerExample,
    ['keys create "load test"', 'Create a key and print it.'],
    ['keys remove 3f0c…', 'Delete the key with this id.'],
  );
  keys.addCommand(list, { isDefault: true });
  keys.addCommand(create);
  keys.addCommand(remove);
  return keys;
};

const listKeys =
  (door: ServiceDoor) =>
  (options: DoorOptions & { readonly header?: true }): Promise<void> =>
    door.enter(options, async ({ service }) => {
      const keys = await service.get<RevealedKeys>('/keys');
      const [first] = keys.results;
      if (options.header && first !== undefined) return print(`Authorization: ${basic(first.apiKey)}`);
      if (options.json) return printJson(keys);
      print(columns([['KEY', 'NAME', 'ID'], ...keys.results.map((key) => [key.apiKey, key.name, key.id])]));
    });

const createKey =
  (door: ServiceDoor) =>
  (name: string, options: DoorOptions): Promise<void> =>
    door.enter(options, async ({ service }) => {
      const created = await service.post<ApiKeyCreated>('/keys', { name });
      if (options.json) return printJson(created);
      print(created.apiKey);
      remark(`Created key "${created.name}" (${created.id}).`);
    });

const removeKey =
  (door: ServiceDoor) =>
  (id: string, options: DoorOptions): Promise<void> =>
    door.enter(options, async ({ service }) => {
      await service.delete(`/keys/${encodeURIComponent(id)}`);
      if (options.json) return printJson({ removed: id });
      remark(`Deleted key ${id}.`);
    });
