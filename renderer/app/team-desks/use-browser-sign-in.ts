import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { bridge } from '#renderer/lib/bridge.ts';

/**
 * A sign-in in the system's browser, which ends when the person agrees there, by Cancel, or with what shows it.
 * @param begin answers undefined or false if it was cancelled
 */
export const useBrowserSignIn = <R, V = void>(
  begin: (electron: Bridge, variables: V) => Promise<R>,
  onEnd: (result: R) => unknown,
) => {
  const isWaiting = useRef(false);
  const signIn = useMutation({
    async mutationFn(variables: V) {
      isWaiting.current = true;
      try {
        return await begin(bridge() as Bridge, variables);
      } finally {
        isWaiting.current = false;
      }
    },
    onSuccess: onEnd,
  });
  useEffect(
    () => () => {
      if (isWaiting.current) cancelBrowserSignIn();
    },
    [],
  );
  return signIn;
};

export const cancelBrowserSignIn = (): void => void bridge()?.cancelTeamSignIn();
