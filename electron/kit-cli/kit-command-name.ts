/** How the command line of the kit is called here: npm runs what it installed in a project by `npx` alone. */
export const kitCommandName = (): string =>
  process.env.npm_lifecycle_event === undefined ? 'carryover' : 'npx carryover';
