import type { ServiceContext } from '#service/store/context.ts';
import { createCutover } from './cutover.ts';
import { createExampleEvents } from './example-event.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { createSeed } from './seed.ts';

/** Operations that go across rooms. */
export const createSandbox = (context: ServiceContext, options: SandboxOptions): Sandbox => {
  const exampleEvent = createExampleEvents(context, options.platform);
  return {
    ...createCutover(context, options),
    ...createSeed(context, options),
    client: async () => ({ ...options.client }),
    publishExample: ({ eventType, companyId }) =>
      context.store.write(async (tx) =>
        options.publishBoth(tx, await exampleEvent(tx, eventType, companyId)),
      ),
  };
};
