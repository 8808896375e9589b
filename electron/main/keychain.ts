import type { SafeStorage } from 'electron';

/** The system's keychain, as Electron reaches it. */
export type Keychain = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

/** Why there is no keychain, for a person; undefined if there is one. */
export const whyNoKeychain = async (
  keychain: Keychain,
  platform: NodeJS.Platform,
): Promise<string | undefined> => {
  if (!(await keychain.isAsyncEncryptionAvailable())) {
    return 'The system offers no keychain, or keeps it locked.';
  }
  if (platform === 'linux' && ['basic_text', 'unknown'].includes(keychain.getSelectedStorageBackend())) {
    return 'This desktop has no password store that is known to the app, such as GNOME Keyring or KWallet.';
  }
  return undefined;
};
