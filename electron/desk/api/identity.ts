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
import type { IdentityService } from '#desk/identity/index.ts';
import { actorOf } from './actor.ts';
import { answers, type DeskApp } from './app.ts';

const tags = ['identity'];
const response = answers(IdentityView);

/** The key that this data folder signs with, and the keys of colleagues. */
export const identityRoutes = (app: DeskApp, identity: IdentityService): void => {
  app.get('/api/identity', { schema: { tags, summary: 'Show the signing identity', response } }, () =>
    identity.view(),
  );
  keyRoutes(app, identity);
  colleagueRoutes(app, identity);
  fileRoutes(app, identity);
};

const keyRoutes = (app: DeskApp, identity: IdentityService): void => {
  app.post(
    '/api/identity/rotate',
    { schema: { tags, summary: 'Sign with a new key from now on; the former one stays known', response } },
    (request) => identity.rotate(actorOf(request)),
  );
  app.post(
    '/api/identity/export',
    {
      schema: {
        tags,
        summary: 'The private key as a file, under a passphrase',
        body: KeyExportRequest,
        response: answers(KeyFile),
      },
    },
    (request) => identity.exportKey(request.body.passphrase),
  );
  app.post(
    '/api/identity/import',
    {
      schema: {
        tags,
        summary: 'Sign with the key in a file from now on; the former one stays known',
        body: KeyImportRequest,
        response,
      },
    },
    (request) => identity.importKey(request.body.file, request.body.passphrase, actorOf(request)),
  );
};

const colleagueRoutes = (app: DeskApp, identity: IdentityService): void => {
  app.post(
    '/api/identity/read',
    {
      schema: {
        tags,
        summary: 'The public key in a text, its fingerprint, and what is known of it',
        body: KeyQuestion,
        response: answers(KeyAnswer),
      },
    },
    (request) => identity.read(request.body.key),
  );
  app.post(
    '/api/identity/trust',
    { schema: { tags, summary: "Trust a colleague's key", body: TrustRequest, response } },
    (request) => identity.trust(request.body.key, request.body.name, actorOf(request)),
  );
  app.post(
    '/api/identity/revoke',
    {
      schema: {
        tags,
        summary: "Revoke a colleague's key; what it had signed here by then stays trusted",
        body: RevokeRequest,
        response,
      },
    },
    (request) => identity.revoke(request.body.key, request.body.reason, actorOf(request)),
  );
};

const fileRoutes = (app: DeskApp, identity: IdentityService): void => {
  app.post(
    '/api/identity/sign',
    {
      schema: {
        tags,
        summary: "Sign a file by its digest, in minisign's format",
        body: SignFileRequest,
        response: answers(SignedFile),
      },
    },
    async (request) => identity.signFile(request.body.digest, request.body.name),
  );
  app.post(
    '/api/identity/verify',
    {
      schema: {
        tags,
        summary: "Verify a file's minisign signature against the keys that are known here",
        body: VerifyFileRequest,
        response: answers(FileVerification),
      },
    },
    (request) => identity.verifyFile(request.body.digest, request.body.minisig),
  );
};
