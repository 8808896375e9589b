import {
  FileVerification,
  IdentityView,
  KeyAnswer,
  KeyExportRequest,
  KeyFile,
  KeyImportRequest,
  KeyQuestion,
  RevokeRequest,
  SignedFile,
  SignFileRequest,
  TrustRequest,
  VerifyFileRequest,
} from '#contract/identity.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { IdentityService } from '#desk/identity/index.ts';
import { actorOf } from './actor.ts';

const options = optionsFor('identity');
const response = answers(IdentityView);

/** The key that this data folder signs with, and the keys of colleagues. */
export const identityRoutes = (app: ApiApp, identity: IdentityService): void => {
  app.get('/api/identity', options('Show the signing identity and the sealing key', response), () =>
    identity.view(),
  );
  keyRoutes(app, identity);
  colleagueRoutes(app, identity);
  fileRoutes(app, identity);
};

const keyRoutes = (app: ApiApp, identity: IdentityService): void => {
  app.post(
    '/api/identity/rotate',
    options('Replace the signing key with a new one; the former key stays known', response),
    (request) => identity.rotate(actorOf(request)),
  );
  app.post(
    '/api/identity/sealing/rotate',
    options('Replace the sealing key with a new one; the former key still opens files', response),
    (request) => identity.rotateSealing(actorOf(request)),
  );
  app.post(
    '/api/identity/export',
    options('Export the private key as a file, encrypted with a passphrase', answers(KeyFile), {
      body: KeyExportRequest,
    }),
    (request) => identity.exportKey(request.body.passphrase),
  );
  app.post(
    '/api/identity/import',
    options('Replace the signing key with one from a file; the former key stays known', response, {
      body: KeyImportRequest,
    }),
    (request) => identity.importKey(request.body.file, request.body.passphrase, actorOf(request)),
  );
};

const colleagueRoutes = (app: ApiApp, identity: IdentityService): void => {
  app.post(
    '/api/identity/read',
    options('Read a public key from text: fingerprint and trust', answers(KeyAnswer), { body: KeyQuestion }),
    (request) => identity.read(request.body.key),
  );
  app.post(
    '/api/identity/trust',
    options("Trust a colleague's key", response, { body: TrustRequest }),
    (request) => identity.trust(request.body.key, request.body.name, actorOf(request)),
  );
  app.post(
    '/api/identity/revoke',
    options("Revoke a colleague's key; its earlier signatures stay trusted", response, {
      body: RevokeRequest,
    }),
    (request) => identity.revoke(request.body.key, request.body.reason, actorOf(request)),
  );
};

const fileRoutes = (app: ApiApp, identity: IdentityService): void => {
  app.post(
    '/api/identity/sign',
    options("Sign a file by its digest, in minisign's format", answers(SignedFile), {
      body: SignFileRequest,
    }),
    async (request) => identity.signFile(request.body.digest, request.body.name),
  );
  app.post(
    '/api/identity/verify',
    options("Verify a file's minisign signature with the known keys", answers(FileVerification), {
      body: VerifyFileRequest,
    }),
    (request) => identity.verifyFile(request.body.digest, request.body.minisig),
  );
};
