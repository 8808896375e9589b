import type { Caller } from '#desk/people/people.ts';

/** Sign-in of people of the desk by the identity provider. */
export interface SignIn {
  /** As it may be named to whoever is not signed in. */
  readonly provider: { readonly issuer: string; readonly host: string };
  /**
   * @returns where to send the browser, and a secret that the page alone keeps until it returns
   * @throws CatalogueError `signIn.…`
   */
  begin(): Promise<{ readonly url: string; readonly flow: string }>;
  /**
   * Completes a sign-in: the provider says which account it is, the journal whose. An account that nobody has is linked to
   * the person whose sign-in name is its verified address.
   * @throws CatalogueError `signIn.…`
   */
  finish(flow: string, callback: string): Promise<Caller>;
  /** Asks the provider about those who signed in by it, from now on. */
  start(): Promise<void>;
  stop(): void;
}
