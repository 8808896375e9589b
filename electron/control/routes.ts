import type { ServiceControl } from '#contract/service-control.ts';
import type { ApiApp } from './app.ts';
import { clockRoutes } from './clock.ts';
import { cutoverRoutes } from './cutover.ts';
import { endpointRoutes } from './endpoints.ts';
import { faultRoutes } from './faults.ts';
import { keyRoutes } from './keys.ts';
import { messageRoutes } from './messages.ts';
import { requestRoutes } from './requests.ts';
import { sandboxRoutes } from './sandbox.ts';
import { simulatorRoutes } from './simulator.ts';

/**
 * What steers the local service, for whoever may: the desk has these routes below `/api`, the control API below
 * `/control/v1`. Paths are relative to that.
 */
export const serviceRoutes = (app: ApiApp, control: ServiceControl): void => {
  clockRoutes(app, control);
  endpointRoutes(app, control);
  messageRoutes(app, control);
  requestRoutes(app, control);
  simulatorRoutes(app, control);
  faultRoutes(app, control);
  sandboxRoutes(app, control);
  keyRoutes(app, control);
  cutoverRoutes(app, control);
};
