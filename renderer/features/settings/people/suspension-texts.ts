import type { Suspension } from '#contract/people.ts';

/** Why somebody's sessions and access tokens don't work meanwhile, and what ends that. */
export const suspensionTexts: Readonly<Record<Suspension['why'], string>> = {
  refused:
    'The account at the provider is disabled or gone, or was signed out there. A new sign-in by the provider ends this.',
  unreachable: 'The provider did not respond for 15 minutes. Access continues when it responds.',
  unknown:
    'The provider can not tell whether the account still exists. A new sign-in by the provider ends this.',
};
