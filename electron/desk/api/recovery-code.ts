import { dataKeyFingerprint } from '#base/data-key-id.ts';
import { recoveryCode } from '#base/recovery-code.ts';
import { RecoveryCode } from '#contract/desk.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';

const options = optionsFor('settings');

/** The data key in a form to write down: revealed on request only. */
export const recoveryCodeRoutes = (app: ApiApp, dataKey: Uint8Array): void => {
  app.post(
    '/api/recovery-code',
    options('Reveal the recovery code of the data key', answers(RecoveryCode)),
    async () => ({ code: recoveryCode(dataKey), fingerprint: dataKeyFingerprint(dataKey) }),
  );
};
