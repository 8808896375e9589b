import { type Command, Option } from 'commander';
import { integer, port, withData } from './options.ts';
import { refuseArgument, secretFrom } from './secret-input.ts';

/** The options of `carryover serve`, and of `start`, which may come to the same; as commander gives them. */
export interface ServeOptions {
  readonly data: string;
  readonly apiPort: number;
  readonly deskPort: number;
  readonly bind: string;
  readonly httpsUrl?: string;
  readonly allowHost?: readonly string[];
  readonly clock?: 'system' | 'virtual';
  readonly seed?: number;
  readonly apiKeyFile?: string;
  readonly allowPrivate?: true;
  readonly json?: true;
  readonly verbose?: true;
  readonly newKey?: true;
  readonly durable?: boolean;
  readonly recording?: boolean;
  readonly store?: string | false;
  readonly storeConnections?: number;
  readonly dataKeyFile?: string;
  readonly keyCommand?: string;
  readonly rowKeys?: string;
  readonly oidcIssuer?: string;
  readonly oidcClientId?: string;
  readonly oidcClientSecretFile?: string;
  readonly oidcCa?: string;
  readonly roles?: string;
  readonly drain?: number;
}

const apiKeyVariable = 'CARRYOVER_API_KEY';

/** Whether the environment names an API key to accept. */
export const hasKeyInEnvironment = (): boolean => Boolean(process.env[apiKeyVariable]);

/**
 * The API key to accept; undefined if none is named.
 * @throws CommandError 2 if there is none in what was named
 */
export const apiKeyFrom = ({
  apiKeyFile: file,
}: Pick<ServeOptions, 'apiKeyFile'>): Promise<string | undefined> =>
  secretFrom(
    { file, env: file === undefined && hasKeyInEnvironment() ? apiKeyVariable : undefined },
    'API key',
  );

export const withServeOptions = (command: Command): Command =>
  withData(
    refuseArgument(command, '--api-key', `--api-key-file <file>, or the variable ${apiKeyVariable}`)
      .option('--api-port <port>', 'port of the public API; 0 picks a free one', port, 4410)
      .option('--desk-port <port>', 'port of the desk; 0 picks a free one', port, 4411)
      .option(
        '--bind <address>',
        'address to listen on, by plain HTTP; beyond loopback only with --https-url',
        '127.0.0.1',
      )
      .option(
        '--https-url <url>',
        'where a proxy that ends TLS passes requests on to the desk, such as https://desk.example; without the role desk, to the API (default: CARRYOVER_HTTPS_URL)',
      )
      .option('--allow-host <name...>', 'additional host names to accept')
      .addOption(
        new Option('--clock <mode>', 'clock of the service (default: as last used, else system)').choices([
          'system',
          'virtual',
        ]),
      )
      .option('--seed <n>', 'seed of generated data', integer(0))
      .option(
        '--api-key-file <file>',
        `file with an API key to accept; - reads stdin (default: ${apiKeyVariable})`,
      )
      .option(
        '--durable',
        'wait for the disk at each commit, so that a power cut loses nothing (default: as last used, else off)',
      )
      .option('--no-durable', 'do not wait for the disk at each commit')
      .option(
        '--recording',
        'record headers and bodies of requests, secrets masked (default: as last used, else on)',
      )
      .option('--no-recording', 'record no headers and bodies of requests')
      .option(
        '--store <address>',
        'keep the store on a PostgreSQL server, such as postgres://user@host/database (default: CARRYOVER_STORE, else as last used, else files of the data folder)',
      )
      .option('--no-store', 'keep the store in files of the data folder')
      .option(
        '--store-connections <n>',
        'connections to the server at most, 6 or more (default: 10)',
        integer(6, 500, 'the service needs 2 and the desk 4'),
      )
      .option(
        '--data-key-file <file>',
        'file with the data key, the same for all processes of a store (default: CARRYOVER_DATA_KEY_FILE, else as last used, else that of the data folder)',
      )
      .option(
        '--key-command <command>',
        'program that wraps the key of token credentials by a key service, or a JSON list of it and its arguments (default: CARRYOVER_KEY_COMMAND, else as last used, else none)',
      )
      .option(
        '--row-keys <folder>',
        'folder with the keys of token credentials that the processes of a store share (default: CARRYOVER_ROW_KEYS, else as last used, else that of the data folder)',
      )
      .option(
        '--oidc-issuer <url>',
        'identity provider that people of a team sign in with by OpenID Connect, as it names itself (default: CARRYOVER_OIDC_ISSUER, else none)',
      )
      .option('--oidc-client-id <id>', 'client that this desk is there (default: CARRYOVER_OIDC_CLIENT_ID)')
      .option(
        '--oidc-client-secret-file <file>',
        'file with the secret of that client (default: CARRYOVER_OIDC_CLIENT_SECRET_FILE or CARRYOVER_OIDC_CLIENT_SECRET, else it has none)',
      )
      .option(
        '--oidc-ca <file>',
        'certificates (PEM) of a private authority that the provider uses (default: CARRYOVER_OIDC_CA, else the usual ones)',
      )
      .option(
        '--roles <roles>',
        'what this process of a store on a server does: some of api,desk,deliver,run (default: CARRYOVER_ROLES, else all)',
      )
      .option(
        '--drain <seconds>',
        'on SIGTERM, answer requests for so long while /ready says 503 (default: 0)',
        integer(0, 3600),
      )
      .option('--allow-private', 'allow deliveries to private addresses')
      .option('--new-key', 'replace a lost key file or identity.json; cases stay, the sandbox is set aside')
      .option('--verbose', 'log every request'),
  );
