import { useUrlState } from '#renderer/lib/use-url-state.ts';

/** The request that is shown beside the list; the address holds it, so that Back and Forward do. */
export const useChosenRequest = (): [string | undefined, (requestId: string | undefined) => void] => {
  const [{ request }, setState] = useUrlState(['request']);
  const chosen = request !== undefined && /^\d{1,15}$/.test(request) ? request : undefined;
  return [chosen, (requestId) => setState({ request: requestId })];
};
