import { useSplitLayout } from '#renderer/ui/split.tsx';

/** How much room the rows have: beside a preview, or alone in a small window. */
export interface RequestLayout {
  readonly isSplit: boolean;
  readonly hasCaller: boolean;
  readonly hasDuration: boolean;
}

export const useRequestLayout = (): RequestLayout => {
  const { isSplit, isWide } = useSplitLayout();
  return { isSplit, hasCaller: !isSplit || isWide, hasDuration: !isSplit || isWide };
};
