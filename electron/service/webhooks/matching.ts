import type { LiveEndpoint } from './endpoint-registry.ts';

/** What of a message decides who receives it. */
export interface Addressed {
  readonly eventType: string;
  readonly companyId: string | null;
  readonly companyTags: Readonly<Record<string, string>>;
}

/**
 * Whether an endpoint listens to a message. With channels, it must be of one of these companies; with tags, any tag
 * of its company must match any of the endpoint's; with both, both. Source: `docs/reference/rules/endpoints.md#matching`.
 */
export const listens = (endpoint: LiveEndpoint, message: Addressed): boolean => {
  if (!endpoint.eventTypes.has(message.eventType)) return false;
  if (endpoint.channels.length > 0) {
    if (message.companyId === null || !endpoint.channels.includes(message.companyId)) return false;
  }
  return (
    endpoint.companyTags.length === 0 || endpoint.companyTags.some((tag) => hasTag(message.companyTags, tag))
  );
};

const hasTag = (tags: Readonly<Record<string, string>>, tag: string): boolean => {
  const colon = tag.indexOf(':');
  return Object.hasOwn(tags, tag.slice(0, colon)) && tags[tag.slice(0, colon)] === tag.slice(colon + 1);
};
