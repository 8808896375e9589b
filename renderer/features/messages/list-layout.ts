import { useSplitLayout } from '#renderer/ui/split.tsx';

/** How much room the rows have: beside a preview, or alone in a small window. */
export interface ListLayout {
  /** The message is shown beside the list, not in its place. */
  readonly isSplit: boolean;
  /** There is room for the endpoint. */
  readonly hasEndpoint: boolean;
  /** There is room for the company. */
  readonly hasCompany: boolean;
  /** There is room for the number of attempts. */
  readonly hasAttempts: boolean;
}

/** Beside the list, the preview names the endpoint. */
export const useListLayout = (): ListLayout => {
  const { isSplit, isMedium, isWide } = useSplitLayout();
  return {
    isSplit,
    hasEndpoint: !isSplit,
    hasCompany: !isSplit || isMedium,
    hasAttempts: !isSplit || isWide,
  };
};
