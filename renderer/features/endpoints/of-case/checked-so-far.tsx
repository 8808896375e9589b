import { Text } from '@mantine/core';
import { formatCount } from '#contract/format.ts';
import type { HeaderSetup } from '#contract/header-setup.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';

/** Which endpoints the case still waits for. */
export const CheckedSoFar = ({ setups }: { setups: readonly HeaderSetup[] }) => {
  const ofCase = setups.filter((one) => one.ofCase);
  const left = ofCase.filter(({ lastCheck }) => lastCheck?.passed !== true);
  if (ofCase.length === 0) {
    return (
      <Text role="status">
        None of these is of this case yet: an endpoint is, once the cutover has made it or its headers are set
        here.
      </Text>
    );
  }
  return (
    <Text role="status" style={{ overflowWrap: 'anywhere' }}>
      {ofCase.length - left.length} of {formatCount(ofCase.length, 'endpoint')} checked
      {left.length === 0
        ? ': the headers arrive at all of them.'
        : `; left: ${left.map(({ webhook }) => withoutScheme(webhook.url)).join(', ')}`}
    </Text>
  );
};
