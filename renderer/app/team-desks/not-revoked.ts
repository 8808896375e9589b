import { notifyFailed } from '#renderer/ui/notify.tsx';

/** The access token is off this machine, and may be valid at the desk still. @param problem undefined: it was revoked */
export const sayNotRevoked = (problem: string | undefined): void => {
  if (problem !== undefined) notifyFailed('Signed out on this machine only', problem);
};
