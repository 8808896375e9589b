import { useNavigate } from 'react-router';
import { useUrlState } from '#renderer/lib/use-url-state.ts';

interface ChosenMessage {
  readonly chosen: string | undefined;
  /** Shows it beside the list; the address holds it, so that Back and Forward do. */
  readonly choose: (messageId: string | undefined) => void;
  /** Shows it on its own screen. */
  readonly open: (messageId: string) => void;
}

export const useChosenMessage = (): ChosenMessage => {
  const [{ message: chosen }, setState] = useUrlState(['message']);
  const go = useNavigate();
  return {
    chosen,
    choose: (message) => setState({ message }),
    open: (messageId) => void go(`/messages/${messageId}`),
  };
};
