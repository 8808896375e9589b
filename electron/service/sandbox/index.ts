import type { ServiceContext } from '#service/store/context.ts';
import { createCutover } from './cutover.ts';
import { createExampleEvents } from './example-event.ts';
import { createMirror } from './mirror.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { createSeed } from './seed.ts';

/** Operations that span several modules. */
export const createSandbox = (context: ServiceContext, options: SandboxOptions): Sandbox => {
  const exampleEvent = createExampleEvents(context, options.platform);
  const mirror = createMirror(context, { ...options, exampleEvent });
  return {
    ...createCutover(context, options),
    ...createSeed(context, { ...options, dropMirror: mirror.dropMirror }),
    ...mirror,
    client: async () => ({ ...options.client }),
    publishExample: ({ eventType, companyId }, occurrence) =>
      context.store.writeJointly(
        async (tx) => {
          const event = await exampleEvent(tx, eventType, companyId, occurrence);
          // As `context.publish`, which does not tell the id of the message.
          await options.legacy.publish(tx, event);
          await mirror.mirrorEvent(tx, event);
          return options.webhooks.publish(tx, event);
        },
        { isUnrelated: true },
      ),
  };
};
