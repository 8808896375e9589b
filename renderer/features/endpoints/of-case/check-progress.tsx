import { Text } from '@mantine/core';
import { formatCount, formatList } from '#contract/format.ts';
import type { HeaderSetup } from '#contract/header-setup.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';

/** How many endpoints of the case are checked, and which are not. */
export const CheckProgress = ({ setups }: { setups: readonly HeaderSetup[] }) => {
  const ofCase = setups.filter((one) => one.ofCase);
  const left = ofCase.filter(({ lastCheck }) => lastCheck?.passed !== true);
  return (
    <Text role="status" style={{ overflowWrap: 'anywhere' }}>
      {ofCase.length === 0
        ? 'No endpoint is part of this case yet. Set headers on one to add it.'
        : `${ofCase.length - left.length} of ${formatCount(ofCase.length, 'endpoint')} checked`}
      {left.length > 0 && `. Next: ${formatList(left.map(({ webhook }) => withoutScheme(webhook.url)))}`}
    </Text>
  );
};
