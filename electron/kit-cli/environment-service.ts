import { hash, randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import envPaths from 'env-paths';
import { keyFile } from '#base/sealing.ts';
import { CommandError } from '#cli/command-error.ts';
import { forkInto } from '#cli/fork-into.ts';
import { createHttpClient, type HttpClient } from '#cli/http-client.ts';
import { reasonOf } from '#cli/peer.ts';
import type { Forked, ForkRequest, ServiceAccess } from '#cli/service-door.ts';
import { pathOf, withFileTakenIn } from '#cli/state-files.ts';
import type { ControlAbout } from '#contract/control.ts';
import { errorCatalogue } from '#contract/errors.ts';
import { type StateList, stateExtension } from '#contract/states.ts';
import { readKitRecord } from '#kit/record.ts';
import { bearer } from './bearer.ts';
import { kitCommandName } from './kit-command-name.ts';

/** Runs `work` with the service that the environment names. @throws CommandError 2 if it names none */
export const onEnvironment = async <T>(work: (access: ServiceAccess) => Promise<T>): Promise<T> => {
  const address = addressInEnvironment();
  const service = clientOf(address);
  const about = await aboutOf(service, address);
  return work({
    // In a container it knows another one.
    apiUrl: process.env.CARRYOVER_API_URL || about.apiUrl,
    service,
    own: false,
    folder: folderOf(address, about),
    command: (line) => `${kitCommandName()} ${line}`,
  });
};

interface Address {
  readonly controlUrl: string;
  readonly controlToken: string;
}

const [urlVariable, tokenVariable] = ['CARRYOVER_CONTROL_URL', 'CARRYOVER_CONTROL_TOKEN'];

/** @throws CommandError 2 */
const addressInEnvironment = (): Address => {
  const read = (name: string): string => process.env[name]?.trim() ?? '';
  const [controlUrl, controlToken] = [read(urlVariable), read(tokenVariable)];
  if (controlUrl === '') throw noService(`${urlVariable} is not set`);
  if (controlToken === '') throw noService(`${tokenVariable} is not set`);
  const isUrl = URL.canParse(controlUrl) && /^https?:$/.test(new URL(controlUrl).protocol);
  if (!isUrl) throw noService(`${urlVariable} is not a URL such as http://127.0.0.1:4412/control/v1`);
  return { controlUrl: controlUrl.replace(/\/+$/, ''), controlToken };
};

const noService = (problem: string): CommandError =>
  new CommandError(
    `No service to work with: ${problem}, and --data is not given. Run the command by \`carryover exec -- …\`, paste the lines that \`carryover serve\` prints, or name the folder of a service with --data.`,
    2,
  );

const clientOf = ({ controlUrl, controlToken }: Address): HttpClient =>
  createHttpClient({
    url: controlUrl,
    headers: bearer(controlToken),
    called: `What ${urlVariable} names, ${controlUrl},`,
    unreachable: (cause) =>
      new CommandError(
        `The service at ${controlUrl} (${urlVariable}) can't be reached: ${reasonOf(cause)}. If it has ended, start another and take the lines that \`carryover serve\` prints, or use --data.`,
        1,
        { cause },
      ),
  });

const aboutOf = async (service: HttpClient, { controlUrl }: Address): Promise<ControlAbout> => {
  try {
    return await service.get<ControlAbout>('');
  } catch (error) {
    const wrong = errorCatalogue['controlAuth.wrong'].detailedErrorCode;
    if (!(error instanceof CommandError && error.errorCode === wrong)) throw error;
    throw new CommandError(
      `${tokenVariable} is not the token of the service at ${controlUrl}. Take both from the same service: those that \`carryover serve\` prints.`,
      1,
      { cause: error, errorCode: wrong },
    );
  }
};

/** Its own on this machine, where it is removed with a service that is not kept; one of this user's for any other. */
const folderOf = ({ controlUrl, controlToken }: Address, { dataDir }: ControlAbout): string => {
  if (readKitRecord(dataDir)?.controlToken === controlToken) return dataDir;
  return join(
    envPaths('carryover-kit', { suffix: '' }).data,
    hash('sha256', `${controlUrl} ${controlToken}`).slice(0, 16),
  );
};

/** A state of the service comes as a file; where its folder is here, the key in that opens it. */
export const forkOfEnvironment = async (request: ForkRequest): Promise<Forked> => {
  const { from } = request;
  if ('file' in from && !process.env[urlVariable]) return forkInto(request);
  return onEnvironment(({ service, folder }) => {
    if (existsSync(keyFile(folder)) && 'file' in from) return forkInto({ ...request, parentDir: folder });
    return 'file' in from
      ? withFileTakenIn(service, from.file, (name) => forkDownloaded(service, name, folder, request))
      : forkDownloaded(service, from.name, folder, request);
  });
};

const forkDownloaded = async (
  service: HttpClient,
  name: string,
  folder: string,
  request: ForkRequest,
): Promise<Forked> => {
  const temporary = mkdtempSync(join(tmpdir(), 'carryover-fork-'));
  try {
    const called = 'file' in request.from ? basename(request.from.file, stateExtension) : name;
    const file = join(temporary, called + stateExtension);
    const passphrase = await download(service, name, folder, file);
    const opening = passphrase === undefined ? {} : { passphrase };
    return await forkInto({ ...request, ...opening, from: { file }, parentDir: folder });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
};

/** @returns what opens it, where only the service itself could: a temporary one keeps its key to itself */
const download = async (
  service: HttpClient,
  name: string,
  folder: string,
  file: string,
): Promise<string | undefined> => {
  const { results } = await service.get<StateList>('/states');
  const { secrets, opensHere } = results.find((one) => one.name === name) ?? {};
  const needsKey = secrets === 'sealed' && opensHere === true && !existsSync(keyFile(folder));
  const passphrase = needsKey ? randomBytes(24).toString('base64url') : undefined;
  const body = passphrase === undefined ? undefined : { passphrase };
  const content = await service.download(`${pathOf(name)}/file`, body);
  await pipeline(content, createWriteStream(file, { mode: 0o600 }));
  return passphrase;
};
