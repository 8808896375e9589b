import { code, inert } from '#base/markdown.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import type { PlatformRoute } from '#contract/runbook.ts';

/** Points to agree on without a standard process. Source: `docs/reference/rules/tokens.md#routes`. */
const toAgree = (name: string): string[] => [
  `Whether ${name} connections can be migrated at all, or customers must connect again.`,
  'Which credentials are handed over, in which form, and over which channel that is safe for secrets.',
  "Whether the service can use tokens of your application, or needs the application's client id and secret.",
  'Which callback URL is registered with the platform, if any.',
  'How your application stops syncing, so that tokens do not become invalid, and when.',
  'Which company goes first, and what shows that it works: no reauthorization asked, all data types complete.',
  'When the others follow, how long it may take, and who does what if some fail.',
  'Who signs off, and what goes back to customers who must connect again.',
];

/** How connections to a platform can be migrated. */
export const routeOf = ({ platformKey, name, migration }: CatalogueIntegration): PlatformRoute => {
  const { selfService, managed } = migration;
  const none = !selfService && !managed;
  return {
    platformKey,
    name,
    selfService,
    managed,
    words: none
      ? `There is no standard process to migrate connections to ${name}. Agree on the points below with your solutions engineer.`
      : `${name} is migrated ${[...(selfService ? ['by self-service, through the API'] : []), ...(managed ? ['by support, as a managed migration'] : [])].join(', or ')}.`,
    toAgree: none ? toAgree(name) : [],
  };
};

/** @throws CatalogueError `runbook.noProcess`, `runbook.selfService` */
export const refuseUnmanaged = (integration: CatalogueIntegration): void => {
  const { name, platformKey, managed, selfService } = routeOf(integration);
  if (managed) return;
  if (selfService) throw new CatalogueError('runbook.selfService', { name });
  throw new CatalogueError('runbook.noProcess', { name, platformKey });
};

/** The same as Markdown. */
export const routeMarkdown = ({ name, platformKey, words, toAgree: points }: PlatformRoute): string =>
  `${[
    `# Migration of ${inert(name)} connections (${code(platformKey)})`,
    inert(words),
    ...(points.length === 0 ? [] : [points.map((point) => `- [ ] ${inert(point)}`).join('\n')]),
  ].join('\n\n')}\n`;
