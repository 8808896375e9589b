import type { CommandGroups } from './program.ts';

const host = async () => (await import('./host-door.ts')).hostDoor;

/**
 * Every command, by the heading that help has it under and the name that it is called by. One is loaded and made once it
 * is asked for: all of them were a tenth of a second of each command.
 */
export const commandGroups: CommandGroups = {
  'Carryover:': {
    start: async () => (await import('./start.ts')).startCommand(),
    serve: async () => (await import('./serve.ts')).serveCommand(),
    open: async () => (await import('./open.ts')).openCommand(),
    repair: async () => (await import('./repair.ts')).repairCommand(),
    'recovery-code': async () => (await import('./recovery-code.ts')).recoveryCodeCommand(),
  },
  'Team:': {
    'sign-in': async () => (await import('./team/sign-in.ts')).signInCommand(),
    'sign-out': async () => (await import('./team/sign-in.ts')).signOutCommand(),
    people: async () => (await import('./team/people.ts')).peopleCommand(),
  },
  'Local service:': {
    send: async () => (await import('./send.ts')).sendCommand(await host()),
    listen: async () => (await import('./listen.ts')).listenCommand(await host()),
    clock: async () => (await import('./clock.ts')).clockCommand(await host()),
    sandbox: async () => (await import('./sandbox.ts')).sandboxCommand(),
    state: async () => (await import('./state.ts')).stateCommand(await host()),
    play: async () => (await import('./play.ts')).playCommand(),
    keys: async () => (await import('./keys.ts')).keysCommand(await host()),
    store: async () => (await import('./store.ts')).storeCommand(),
    compact: async () => (await import('./compact.ts')).compactCommand(),
    reset: async () => (await import('./reset.ts')).resetCommand(),
    record: async () => (await import('./record.ts')).recordCommand(),
    compare: async () => (await import('./compare.ts')).compareCommand(),
  },
  'Cases:': {
    case: async () => (await import('./case.ts')).caseCommand(),
    targets: async () => (await import('./targets.ts')).targetsCommand(),
    approvals: async () => (await import('./approvals.ts')).approvalsCommand(),
    retention: async () => (await import('./retention.ts')).retentionCommand(),
    mail: async () => (await import('./mail.ts')).mailCommand(),
    report: async () => (await import('./report.ts')).reportCommand(),
  },
  'Webhook migration:': {
    check: async () => (await import('./check.ts')).checkCommand(),
    observe: async () => (await import('./observe.ts')).observeCommand(),
    recipes: async () => (await import('./recipes.ts')).recipesCommand(),
    request: async () => (await import('./request.ts')).requestCommand(),
    cutover: async () => (await import('./cutover.ts')).cutoverCommand(),
    headers: async () => (await import('./headers.ts')).headersCommand(),
    'allow-list': async () => (await import('./allow-list.ts')).allowListCommand(),
    doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  },
  'Token migration:': {
    tokens: async () => (await import('./tokens.ts')).tokensCommand(),
    runbook: async () => (await import('./runbook.ts')).runbookCommand(),
    seal: async () => (await import('./seal.ts')).sealCommand(),
    exchange: async () => (await import('./exchange.ts')).exchangeCommand(),
  },
  'Signatures:': {
    audit: async () => (await import('./audit.ts')).auditCommand(),
    verify: async () => (await import('./verify.ts')).verifyCommand(),
    identity: async () => (await import('./identity.ts')).identityCommand(),
  },
};
