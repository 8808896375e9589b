import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readDataKeyFile } from '#base/data-key-file.ts';
import { dataKeyFingerprint } from '#base/data-key-id.ts';
import { keyFile, peekKeyFile } from '#base/sealing.ts';
import { copyTables, finishCopy, type Verified } from '#base/store/copy/copy.ts';
import type { CopySource, CopyTarget } from '#base/store/copy/sides.ts';
import { addressText, readServerAddress } from '#base/store/postgres/address.ts';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { refuseOtherFingerprint } from '#base/store/postgres/marks.ts';
import { storePassword } from '#base/store/postgres/password.ts';
import { peekStoreKey } from '#base/store/postgres/peek-key.ts';
import { CatalogueError } from '#contract/errors.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';
import type { DeskCheck } from '#contract/verification.ts';
import { checkDeskAt, type DeskPlace, deskServerTables, deskSource, deskTarget } from '#desk/index.ts';
import { prepareDataFolder } from '#local/hold-folder.ts';
import { readLastOptions, writeLastOptions } from '#local/last-options.ts';
import { chosenFolder } from '#local/sandbox-folders.ts';
import { describe, folderError, StartError } from '#local/start-error.ts';
import {
  isSandboxUnder,
  readSandboxFacts,
  type StorePlace,
  serverTables,
  serviceSchemaOf,
  serviceSource,
  serviceTarget,
} from '#service/index.ts';
import { claimDataFolder, requireDataFolder } from './data-folder.ts';

export interface StoreCopyRequest {
  /** Each a data folder or a `postgres://` address. */
  readonly from: string;
  readonly to: string;
  /** Left out: CARRYOVER_DATA_KEY_FILE, else that of a folder. */
  readonly dataKeyFile?: string;
  readonly onProgress: OnProgress;
}
type OnProgress = (what: 'copy' | 'verify', table: string, rows: number) => void;

export interface StoreCopied {
  readonly service: readonly Verified[];
  /** With its vault; empty where the source has none. */
  readonly desk: readonly Verified[];
  /** What `carryover verify` says of the copied desk: the same as of the source. Left out where there is none. */
  readonly check?: DeskCheck;
  /** Of the key that its secrets are sealed under. */
  readonly fingerprint: string;
  /** Where that key is. */
  readonly keyFile: string;
}

/**
 * Copies the store of a data folder to a server, or back. Both are held meanwhile: nobody serves them.
 * @throws StartError; CatalogueError `store.…`
 */
export const copyStoreOf = async (request: StoreCopyRequest): Promise<StoreCopied> => {
  const [from, to] = [placeOf(request.from), placeOf(request.to)];
  const folder = 'dataDir' in to ? to.dataDir : 'dataDir' in from ? from.dataDir : process.cwd();
  await using stops = new AsyncDisposableStack();
  try {
    hold(from, 'source', stops);
    hold(to, 'target', stops);
    const key = keyOf(request, from, to);
    await refuseOtherKey(from, key);
    const source = await serviceSource(storeOf(from, key));
    stops.defer(() => source.close());
    const target = await serviceTarget(storeOf(to, key));
    stops.defer(() => target.close());
    const { onProgress } = request;
    // The service is begun first and finished last: nobody serves the copy in between.
    const service = { source, target, ofOneSide: serverTables, onProgress };
    const desk = await openDesks(deskPlaceOf(from, key), deskPlaceOf(to, key), service, stops);
    if ('dataDir' in to) keepKey(to.dataDir, key);
    await target.begin(source.id);
    const copied = {
      desk: desk === undefined ? [] : await copyTables(desk),
      service: await copyTables(service),
    };
    if (desk !== undefined) await finishCopy(desk);
    const check = desk && (await checkedDesk(deskPlaceOf(from, key), deskPlaceOf(to, key)));
    await finishCopy(service);
    if ('dataDir' in to) noteClock(to.dataDir);
    return {
      ...copied,
      ...(check === undefined ? {} : { check }),
      fingerprint: groupedFingerprint(dataKeyFingerprint(key.dataKey)),
      keyFile: key.file,
    };
  } catch (error) {
    throw folderError(describe(error), folder);
  }
};

const deskPlaceOf = (place: Place, { dataKey }: Key): DeskPlace =>
  'dataDir' in place ? { dataDir: place.dataDir, dataKey } : { server: place.server, dataKey };

/** @throws CatalogueError `store.copySource`, `store.copyTarget` before anything is changed */
const openDesks = async (
  from: DeskPlace,
  to: DeskPlace,
  service: { readonly source: CopySource; readonly target: CopyTarget; readonly onProgress: OnProgress },
  stops: AsyncDisposableStack,
) => {
  const found = await deskSource(from);
  if (found === undefined) return undefined;
  const { source, kept } = found;
  stops.defer(() => source.close());
  // A copy that was killed after its desk was finished has one that is whole.
  const mayBeWhole = (await service.target.state()) === 'begun';
  const target = await deskTarget(to, { kept, mayBeWhole });
  stops.defer(() => target.close());
  if (!mayBeWhole && (await target.state()) === 'used') {
    throw new CatalogueError('store.copyTarget', {
      to: target.place,
      problem: 'it holds data already (cases)',
    });
  }
  return { source, target, ofOneSide: deskServerTables, onProgress: service.onProgress };
};

/** @throws CatalogueError `store.copyDiffers` */
const checkedDesk = async (from: DeskPlace, to: DeskPlace): Promise<DeskCheck> => {
  const [expected, check] = [await checkDeskAt(from), await checkDeskAt(to)];
  const told = ({ at: _, ...rest }: DeskCheck): string => JSON.stringify(rest);
  if (told(expected) === told(check)) return check;
  const nameOf = (place: DeskPlace): string =>
    'dataDir' in place ? place.dataDir : addressText(place.server.address);
  throw new CatalogueError('store.copyDiffers', {
    table: `${check.problems[0]?.what ?? 'desk_journal'}`,
    from: nameOf(from),
    to: nameOf(to),
  });
};

type Place = { readonly dataDir: string } | { readonly server: ServerPlace };

const isAddress = (text: string): boolean => /^postgres(ql)?:/i.test(text);

/** @throws CatalogueError `store.address`, `store.password` */
const placeOf = (text: string): Place => {
  if (!isAddress(text)) return { dataDir: resolve(text) };
  const address = readServerAddress(text);
  return { server: { address, password: storePassword(address), connections: 1 } };
};

const hold = (place: Place, as: 'source' | 'target', stops: AsyncDisposableStack): void => {
  if (!('dataDir' in place)) return;
  if (as === 'source') requireDataFolder(place.dataDir);
  else prepareDataFolder(place.dataDir);
  const lock = claimDataFolder(place.dataDir);
  stops.defer(() => lock.release());
};

const storeOf = (place: Place, { dataKey }: Key): StorePlace =>
  'dataDir' in place
    ? { path: join(chosenFolder(place.dataDir), 'service.db') }
    : { server: place.server, dataKey };

interface Key {
  readonly dataKey: Buffer;
  readonly file: string;
}

/** The key of the source, which becomes that of the target. */
const keyOf = ({ dataKeyFile }: StoreCopyRequest, from: Place, to: Place): Key => {
  const named = dataKeyFile ?? (process.env.CARRYOVER_DATA_KEY_FILE || undefined);
  if (named !== undefined) return { dataKey: readDataKeyFile(named), file: resolve(named) };
  for (const place of [from, to]) {
    const key = 'dataDir' in place ? ownKey(place.dataDir) : undefined;
    if (key !== undefined) return key;
  }
  throw new StartError(
    'The data key of the store is needed, and no folder of the two has a key file. Nothing was copied. Name it with --data-key-file. If the app keeps it in the system’s keychain, restore it into a key file by its recovery code first: `carryover recovery-code use`.',
  );
};

const ownKey = (dataDir: string): Key | undefined => {
  const dataKey = peekKeyFile(dataDir);
  if (dataKey !== undefined) return { dataKey, file: keyFile(dataDir) };
  const { dataKeyFile: file } = readLastOptions(dataDir);
  return file === undefined ? undefined : { dataKey: readDataKeyFile(file), file };
};

/** @throws StartError, CatalogueError `store.otherKey` */
const refuseOtherKey = async (from: Place, { dataKey, file }: Key): Promise<void> => {
  const found = dataKeyFingerprint(dataKey);
  if ('server' in from) {
    const { server, wanted } = await peekStoreKey(from.server, serviceSchemaOf(from.server));
    if (wanted !== undefined) refuseOtherFingerprint(server, { wanted, found });
    return;
  }
  if (isSandboxUnder(chosenFolder(from.dataDir), dataKey) !== false) return;
  throw new StartError(
    `The key in ${file} is not the one that the store in ${from.dataDir} was sealed under. Nothing was copied. Name the right one with --data-key-file.`,
  );
};

/** A folder is served under its own key file. */
const keepKey = (dataDir: string, { dataKey, file }: Key): void => {
  const own = peekKeyFile(dataDir);
  if (own?.equals(dataKey)) return;
  if (own !== undefined) {
    throw new StartError(
      `The data folder ${dataDir} has another key than ${file}, which the store is sealed under. Nothing was copied. Choose another folder.`,
    );
  }
  const last = readLastOptions(dataDir).dataKeyFile;
  if (last === undefined) writeFileSync(keyFile(dataDir), dataKey, { mode: 0o600, flag: 'wx', flush: true });
};

/** Where nothing says otherwise, a host serves a folder on system time. */
const noteClock = (dataDir: string): void => {
  const clock = readSandboxFacts(join(dataDir, 'service.db'))?.mode;
  if (clock !== 'virtual' || existsSync(join(dataDir, 'serve.json'))) return;
  writeLastOptions(dataDir, { clock, allowPrivate: false, home: clock });
};
