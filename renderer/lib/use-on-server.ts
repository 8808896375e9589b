import { useAbout } from './use-about.ts';

/** Why a control that is for a store in a file is blocked: a database server keeps this one. Undefined: it is not. */
export const useOnServer = (): string | undefined => {
  const { data } = useAbout();
  return data?.storeServer === undefined
    ? undefined
    : `A database server keeps cases and the store of the local service (${data.storeServer}). Use its own backups and tools.`;
};
