import { userInfo } from 'node:os';

/** Who runs this process. The system may not know its own user, as in some containers. */
export const ownUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    return 'unknown user';
  }
};
