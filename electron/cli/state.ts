import { Command } from 'commander';
import { errorCatalogue } from '#contract/errors.ts';
import { formatBytes, formatCount, formatInstant, formatNumber } from '#contract/format.ts';
import {
  type MissingSecrets,
  type StateList,
  type StateRestored,
  type StateView,
  withFileNamed,
} from '#contract/states.ts';
import { confirmed } from './ask.ts';
import { CommandError } from './command-error.ts';
import { dataOption } from './data-option.ts';
import type { HttpClient } from './http-client.ts';
import { integer, withExamples, withJson } from './options.ts';
import { columns, print, printJson, remark } from './output.ts';
import { type PassphraseOptions, passphraseFrom, withPassphraseOptions } from './passphrase-input.ts';
import type { DoorOptions, ServiceDoor } from './service-door.ts';
import { named, pathOf, saveToFile, withFileTakenIn } from './state-files.ts';

const variable = 'CARRYOVER_STATE_PASSPHRASE';
const stateArgument = ['<state>', 'name of a saved state, or the path of a file'] as const;

interface StateOptions extends DoorOptions, PassphraseOptions {
  readonly passphrase?: true;
  readonly withoutSecrets?: true;
  readonly yes?: true;
}

/** `carryover state`: saved states of the sandbox. */
export const stateCommand = (door: ServiceDoor): Command => {
  const state = new Command('state').description(
    'Save the sandbox, restore it, or start another one with it',
  );
  const list = new Command('list').description('List saved states, newest first').action(listStates(door));
  const save = withPassphrases(
    new Command('save')
      .description('Save everything in the sandbox, while the local service runs')
      .argument(...stateArgument)
      .option('--note <text>', 'note to show in lists')
      .option('--without-secrets', 'leave out API keys, signing secrets, headers and credentials')
      .option('--replace', 'overwrite a saved state with the same name'),
  ).action(saveNow(door));
  const load = withPassphrases(
    new Command('load')
      .description(`Restore a state; address and API keys stay, and what is replaced ${replaced(door)}`)
      .argument(...stateArgument)
      .option('--without-secrets', 'restore without secrets that do not open')
      .option('--yes', 'skip confirmation'),
  ).action(loadNow(door));
  const fork = withPassphrases(
    new Command('fork')
      .description('Create a data folder that starts with a state: the same data and clock, and new ids')
      .argument(...stateArgument)
      .requiredOption('--into <dir>', 'data folder to create')
      .option('--number <n>', 'the same number gives the same ids (default: random)', integer(1))
      .option('--without-secrets', 'start without secrets that do not open'),
  ).action(forkNow(door));
  const remove = new Command('remove')
    .description('Delete a saved state')
    .argument('<name>', 'name of a saved state')
    .option('--yes', 'skip confirmation')
    .action(removeNow(door));
  for (const command of [list, save, load, fork, remove]) withJson(door.withOptions(command));
  withExamples(list, ['state list --json', 'Saved states as JSON.']);
  withExamples(
    save,
    ['state save "before cutover"', 'Save it in the data folder.'],
    ['state save ci.carryover-state --without-secrets', 'Save it as a file that holds no secrets.'],
    ['state save shared.carryover-state --passphrase', 'Save it for another machine; asks for a passphrase.'],
  );
  withExamples(load, ['state load "before cutover" --yes', 'Restore it without confirmation.']);
  withExamples(fork, [
    `state fork "before cutover" --into ./copy && carryover serve --data ./copy ${door.freePorts}`,
    'Serve a copy beside the sandbox.',
  ]);
  withExamples(remove, ['state remove "before cutover" --yes', 'Delete it without confirmation.']);
  withExamples(state, ['state', 'List saved states.'], ['state save baseline', 'Save the sandbox.']);
  state.addCommand(list, { isDefault: true });
  for (const command of [save, load, fork, remove]) state.addCommand(command);
  return state;
};

const withPassphrases = (command: Command): Command =>
  withPassphraseOptions(
    command.option('--passphrase', `ask for a passphrase (default: ${variable}, if set)`),
  );

/** @returns undefined if none was given */
const passphraseOf = async (options: StateOptions, isNew: boolean): Promise<string | undefined> => {
  const { passphrase, passphraseFile, passphraseEnv } = options;
  if (passphraseFile !== undefined || passphraseEnv !== undefined) return passphraseFrom(options, isNew);
  if (passphrase) return passphraseFrom({}, isNew);
  return process.env[variable] ? passphraseFrom({ passphraseEnv: variable }, isNew) : undefined;
};

const replaced = ({ keepsReplaced }: ServiceDoor): string => (keepsReplaced ? 'becomes a backup' : 'is lost');

const listStates =
  (door: ServiceDoor) =>
  (options: DoorOptions): Promise<void> =>
    door.enter(options, async ({ service }) => {
      const list = await service.get<StateList>('/states');
      if (options.json) return printJson(list);
      const head = [
        'NAME',
        'SAVED',
        'SIZE',
        'CLOCK',
        'COMPANIES',
        'ENDPOINTS',
        'MESSAGES',
        'SECRETS',
        'NOTE',
      ];
      if (list.results.length === 0) remark('No saved states. Save one with `carryover state save NAME`.');
      else print(columns([head, ...list.results.map(rowOf)]));
      for (const { name, problem } of list.unreadable) remark(`${name}: ${problem}`);
    });

const rowOf = (view: StateView): string[] => [
  view.name,
  formatInstant(view.saved),
  formatBytes(view.bytes),
  view.clock,
  ...[view.companies, view.endpoints, view.messages].map(formatNumber),
  secretsOf(view),
  view.note ?? '',
];

const secretsOf = ({ secrets, opensHere, passphrase }: StateView): string => {
  if (secrets === 'none') return 'none';
  if (opensHere) return passphrase ? 'sealed, or by passphrase' : 'sealed';
  return passphrase ? 'by passphrase' : 'of another folder';
};

const saveNow =
  (door: ServiceDoor) =>
  async (
    text: string,
    options: StateOptions & { readonly note?: string; readonly replace?: true },
  ): Promise<void> => {
    const to = named(text);
    if (options.withoutSecrets && options.passphrase) {
      throw new CommandError('Choose --without-secrets or a passphrase, not both.', 2);
    }
    const passphrase = options.withoutSecrets ? undefined : await passphraseOf(options, true);
    const request = {
      ...(options.note === undefined ? {} : { note: options.note }),
      ...(options.withoutSecrets ? { secrets: 'none' as const } : {}),
      ...(passphrase === undefined ? {} : { passphrase }),
    };
    await door.enter(options, async ({ service }) => {
      const saved =
        'file' in to
          ? await saveToFile(service, to.file, request)
          : await service.post<StateView>('/states', {
              ...request,
              ...to,
              replace: options.replace === true,
            });
      if (options.json) return printJson('file' in to ? { ...saved, name: undefined, file: to.file } : saved);
      const where = 'file' in to ? to.file : to.name;
      const what = `${formatCount(saved.companies, 'company', 'companies')}, ${formatCount(saved.messages, 'message')}, ${formatBytes(saved.bytes)}`;
      print(`Saved ${where}: ${what}.`);
    });
  };

const loadNow =
  (door: ServiceDoor) =>
  async (text: string, options: StateOptions): Promise<void> => {
    const from = named(text);
    const question = `Replace everything in the sandbox? What is in it ${replaced(door)}.`;
    if (!options.yes && !(await confirmed(question, 'Use --yes to skip confirmation.'))) {
      return remark('Nothing was changed.');
    }
    const passphrase = await passphraseOf(options, false);
    await door.enter(options, async ({ service }) => {
      const restored =
        'file' in from
          ? await withFileTakenIn(service, from.file, async (name) =>
              ofFile(await restore(service, name, options, passphrase), name, from.file),
            )
          : await restore(service, from.name, options, passphrase);
      if (options.json) return printJson(restored);
      print(restored.text);
      showMissing(restored.missing);
    });
  };

const ofFile = (restored: StateRestored, name: string, file: string): StateRestored => ({
  ...restored,
  state: { ...restored.state, name: file },
  text: withFileNamed(restored.text, name, file),
});

/** Asks for the passphrase where only that opens it, and somebody is there. */
const restore = async (
  service: HttpClient,
  name: string,
  { withoutSecrets }: StateOptions,
  passphrase: string | undefined,
): Promise<StateRestored> => {
  const send = (given: string | undefined): Promise<StateRestored> =>
    service.post<StateRestored>(`${pathOf(name)}/restore`, {
      ...(withoutSecrets ? { withoutSecrets } : {}),
      ...(given === undefined ? {} : { passphrase: given }),
    });
  try {
    return await send(passphrase);
  } catch (error) {
    const isSealed =
      error instanceof CommandError && error.errorCode === errorCatalogue['state.sealed'].detailedErrorCode;
    if (!isSealed || passphrase !== undefined || !process.stdin.isTTY) throw error;
    const { results } = await service.get<StateList>('/states');
    if (results.find((one) => one.name === name)?.passphrase !== true) throw error;
    return send(await passphraseFrom({}, false));
  }
};

const showMissing = (missing: readonly MissingSecrets[]): void => {
  for (const { what, count, of, remedy } of missing) {
    const which = of.length === 0 ? '' : ` (${of.slice(0, 5).join(', ')}${of.length > 5 ? ', …' : ''})`;
    print(`Missing: ${count} ${labels[what]}${which}. ${remedy}`);
  }
};

const labels: Record<MissingSecrets['what'], string> = {
  apiKeys: 'API keys',
  signingSecrets: 'signing secrets',
  headers: 'sets of custom headers',
  credentials: 'credentials',
  alertAuthHeader: 'alertAuthHeader',
};

const forkNow =
  (door: ServiceDoor) =>
  async (
    text: string,
    options: StateOptions & { readonly into: string; readonly number?: number },
  ): Promise<void> => {
    const from = named(text);
    const passphrase = await passphraseOf(options, false);
    const request = {
      from,
      into: options.into,
      passphrase,
      withoutSecrets: options.withoutSecrets === true,
      number: options.number,
    };
    const { view, missing, dataDir } = await door.fork(request, options);
    if (options.json) return printJson({ dataDir, state: view, missing });
    print(
      `Created ${dataDir} with state ${view.name}. Serve it with \`carryover serve ${dataOption(dataDir)} ${door.freePorts}\`.`,
    );
    showMissing(missing);
  };

const removeNow =
  (door: ServiceDoor) =>
  async (text: string, options: DoorOptions & { readonly yes?: true }): Promise<void> => {
    const which = named(text);
    if ('file' in which) throw new CommandError('A state in a file is deleted as a file.', 2);
    const question = `Delete state ${which.name}? This can't be undone.`;
    if (!options.yes && !(await confirmed(question, 'Use --yes to skip confirmation.'))) {
      return remark('Nothing was changed.');
    }
    await door.enter(options, ({ service }) => service.delete(pathOf(which.name)));
    if (options.json) printJson({ removed: which.name });
    else remark(`State ${which.name} is deleted.`);
  };
