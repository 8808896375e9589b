import type { App } from 'electron';

/** Who this is to the system. The same id as in the package: Windows shows notifications only then. */
const appId = 'dev.carryover.desktop';

export const setUpIdentity = (
  app: Pick<
    App,
    | 'setName'
    | 'setAppUserModelId'
    | 'setAboutPanelOptions'
    | 'setAsDefaultProtocolClient'
    | 'isPackaged'
    | 'enableSandbox'
  >,
  version: string,
): void => {
  app.setName('Carryover');
  app.setAppUserModelId(appId);
  app.setAboutPanelOptions({ applicationName: 'Carryover', applicationVersion: version });
  // In a checkout, links would lead to the bare Electron from then on.
  if (app.isPackaged) app.setAsDefaultProtocolClient('carryover');
  app.enableSandbox();
};
