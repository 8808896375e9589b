import { expect, type TestAPI, test as vitest } from 'vitest';
import { ControlError, startService } from './index.ts';
import type { DeliveryFilter, Service, StartOptions, WaitOptions } from './types.ts';

/** `carryover/testing/vitest`: a service for each test, and matchers for what it did. */

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * A delivery has succeeded, or does within the time; on a skipping clock, time advances until it does. With `not`:
     * none has succeeded now.
     */
    toHaveDelivered(filter?: Omit<DeliveryFilter, 'status'>, options?: WaitOptions): Promise<void>;
    /** An alerts endpoint was called, which blocks a migration. */
    toHaveCalledAlerts(): Promise<void>;
  }
}

/** What a test gets. */
export interface ServiceFixtures {
  /** A service of the test's own: it starts when a test asks for it, and stops with the test. */
  readonly service: Service;
  /** How it starts; `test.override('serviceOptions', …)` changes it for a file or a suite. */
  readonly serviceOptions: StartOptions;
}

const extended = vitest
  .extend('serviceOptions', (): StartOptions => ({ clock: 'skipping' }))
  .extend('service', async ({ serviceOptions }, { onCleanup }): Promise<Service> => {
    const service = await startService(serviceOptions);
    onCleanup(() => service.stop());
    return service;
  });

/** vitest's `test`, with a service. On skipping time, unless the options say otherwise. */
// vitest writes its own type of the same fixtures in a form that it does not compare.
export const test = extended as unknown as TestAPI<ServiceFixtures>;

/** Matchers are answered with why they hold or not. */
interface Answer {
  readonly pass: boolean;
  readonly message: () => string;
}

expect.extend({
  async toHaveDelivered(
    this: { readonly isNot?: boolean },
    service: Service,
    filter: DeliveryFilter = {},
    options: WaitOptions = {},
  ): Promise<Answer> {
    const wanted: DeliveryFilter = { ...filter, status: 'Success' };
    if (this.isNot) {
      const delivered = await service.messages(wanted);
      const list = delivered.map(({ id, eventType }) => `${eventType} ${id}`).join(', ');
      return { pass: delivered.length > 0, message: () => `Delivered, and should not be: ${list}.` };
    }
    try {
      await service.waitForDelivery(wanted, options);
      return { pass: true, message: () => '' };
    } catch (error) {
      if (!(error instanceof ControlError) || error.statusCode !== 408) throw error;
      return { pass: false, message: () => error.message };
    }
  },
  async toHaveCalledAlerts(service: Service): Promise<Answer> {
    const calls = await service.requests({ deprecated: true });
    const list = calls.map(({ method, path }) => `${method} ${path}`).join(', ');
    return {
      pass: calls.length > 0,
      message: () =>
        calls.length > 0
          ? `Alerts endpoints were called, which blocks a migration: ${list}.`
          : 'No alerts endpoint was called.',
    };
  },
});
