/** Nobody was signed in, in words for a person. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}
