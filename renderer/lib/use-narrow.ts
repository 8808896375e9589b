import { useMediaQuery } from '@mantine/hooks';

/** In a window below 1200 px tables put what matters less under what matters more. */
export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 75em)', undefined, { getInitialValueInEffect: false });
