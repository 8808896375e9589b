import { readDataKeyFile } from '#base/data-key-file.ts';
import { dataKeyFingerprint } from '#base/data-key-id.ts';
import { keyFile, loadKeyFile, readKeyFile, wrappedKeyFile } from '#base/sealing.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { isDeskUnder, isIdentityMissing, wantedDataKey } from '#desk/index.ts';
import { readLastOptions } from '#local/last-options.ts';
import { usedFolders } from '#local/sandbox-folders.ts';
import { describe, FolderInUseError, StartError } from '#local/start-error.ts';
import { isSandboxUnder } from '#service/index.ts';

interface Asked {
  readonly dataDir: string;
  /** Out of the keychain; left out: that of the key file. */
  readonly dataKey?: Buffer;
  readonly newKey?: boolean;
  /** The path of a file that has it; left out: CARRYOVER_DATA_KEY_FILE, else as the folder was last served. */
  readonly dataKeyFile?: string;
}

export interface ChosenKey {
  readonly dataKey: Buffer;
  /** What is to be replaced, as it is lost. */
  readonly lost: 'nothing' | 'data key' | 'signing key';
  /** Where it is, if not in the folder. */
  readonly file: string | undefined;
}

/**
 * The data key to work with, once it is known to be that of the folder. Called once the folder is held, and before
 * anything in it is opened or written.
 * @throws StartError in words
 */
export const chooseDataKey = (asked: Asked): ChosenKey => {
  try {
    return chosen(asked);
  } catch (error) {
    throw describe(error);
  }
};

const chosen = (asked: Asked): ChosenKey => {
  const { dataDir, newKey = false } = asked;
  const file = dataKeyFileOf(asked);
  if (file !== undefined) return { ...chosenIn(file, asked), file };
  const noIdentity = isIdentityMissing(dataDir);
  const onlyIdentity = newKey && noIdentity && readKeyFile(dataDir) !== undefined;
  const dataKey = keyOf(onlyIdentity ? { dataDir } : asked);
  if (newKey && !onlyIdentity) return { dataKey, lost: 'data key', file };
  refuseOtherKey(asked, dataKey);
  if (noIdentity && !onlyIdentity) throw new StartError(identityMissing(dataDir));
  return { dataKey, lost: onlyIdentity ? 'signing key' : 'nothing', file };
};

/** The file that has the data key, if that is not in the folder. */
export const dataKeyFileOf = ({
  dataDir,
  dataKeyFile,
}: Pick<Asked, 'dataDir' | 'dataKeyFile'>): string | undefined =>
  dataKeyFile ?? (process.env.CARRYOVER_DATA_KEY_FILE || readLastOptions(dataDir).dataKeyFile);

/** Whether a new one is about to be made. */
export const isWithoutKey = (asked: Asked): boolean =>
  asked.dataKey === undefined &&
  dataKeyFileOf(asked) === undefined &&
  readKeyFile(asked.dataDir) === undefined;

/** A key that several data folders share. */
const chosenIn = (file: string, { dataDir, newKey = false }: Asked): Omit<ChosenKey, 'file'> => {
  const dataKey = readDataKeyFile(file);
  const own = readKeyFile(dataDir);
  if (own?.equals(dataKey) === false) {
    throw new StartError(
      `The data folder has a key file of its own, ${keyFile(dataDir)}, with another key than ${file}. Nothing was started or changed. Choose another data folder with --data; or, if nothing in this one was sealed under its own key, remove that file.`,
    );
  }
  const noIdentity = isIdentityMissing(dataDir);
  if (newKey && !noIdentity) {
    throw new StartError(
      `--new-key makes a key for the data folder, and the key is in ${file}. Nothing was started or changed. Leave one of the two out.`,
    );
  }
  refuseOtherKey({ dataDir, dataKeyFile: file }, dataKey);
  if (noIdentity && !newKey) throw new StartError(identityMissing(dataDir));
  return { dataKey, lost: noIdentity ? 'signing key' : 'nothing' };
};

/**
 * A key that was handed over was chosen before, and a command may have made a key file since, which is then what the
 * databases are sealed with.
 */
const keyOf = ({ dataDir, dataKey, newKey }: Asked): Buffer => {
  if (dataKey === undefined) return loadKeyFile(dataDir, newKey, wantedWords(dataDir));
  if (readKeyFile(dataDir) === undefined) return dataKey;
  throw new FolderInUseError(
    `A command has made a key for ${dataDir} while this started. Start again: its key is used then.`,
  );
};

const refuseOtherKey = ({ dataDir, dataKey: given, dataKeyFile }: Asked, dataKey: Buffer): void => {
  const answers = [
    isDeskUnder(dataDir, dataKey),
    ...usedFolders(dataDir).map((folder) => isSandboxUnder(folder, dataKey)),
  ];
  // A sandbox may be younger than what the desk holds, or the other way round; the identity decides where there is one.
  const fits = wantedDataKey(dataDir) === undefined ? answers.includes(true) : answers[0];
  if (fits || answers.every((answer) => answer === undefined)) return;
  if (wantedDataKey(dataDir) === dataKeyFingerprint(dataKey)) throw new StartError(identityChanged(dataDir));
  const isFile = given === undefined;
  const path = dataKeyFile ?? (isFile ? keyFile(dataDir) : wrappedKeyFile(dataDir));
  const lost =
    dataKeyFile === undefined
      ? `Put the right ${isFile ? 'key file' : 'key'} back. Or, if it is lost, ${isFile ? 'move this file away and run' : 'run'} \`carryover serve --new-key\`: it makes a new key, keeps the cases, and loses the secrets.`
      : 'Name the right file with --data-key-file, or choose another data folder with --data.';
  throw new StartError(
    [
      isFile
        ? `The key file ${path} is not the one of this data folder, so nothing was started or changed.`
        : `The data key in ${path}, which the system's keychain opened, is not the one of this data folder, so nothing was started or changed.`,
      `The key found has the fingerprint ${groupedFingerprint(dataKeyFingerprint(dataKey))}.`,
      wantedWords(dataDir) ??
        'The fingerprint of the key that the folder wants is not noted: an earlier version of Carryover used it last.',
      lost,
    ].join(' '),
  );
};

const wantedWords = (dataDir: string): string | undefined => {
  const wanted = wantedDataKey(dataDir);
  return wanted && `The folder wants the key with the fingerprint ${groupedFingerprint(wanted)}.`;
};

const identityChanged = (dataDir: string): string =>
  `The file identity.json in ${dataDir} was changed, or is that of another data folder: the data key is the right one, and does not open the signing key in it. Nothing was started or changed. Restore it from a copy. If there is none, move it away and run \`carryover serve --new-key\`, which makes a new signing key.`;

const identityMissing = (dataDir: string): string =>
  `The file identity.json is missing in ${dataDir}: it holds the key that this folder signs with, so nothing was started. Restore it from a copy. If it is lost, \`carryover serve --new-key\` makes a new signing key; what the former one signed stays verifiable.`;
