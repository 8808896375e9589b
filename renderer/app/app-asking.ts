/** What a program on this machine asks for, by the address of the page. */
export interface AppAsking {
  readonly port: string;
  readonly challenge: string;
  readonly state: string;
  readonly name: string;
}

const forms: Readonly<Record<keyof AppAsking, RegExp>> = {
  port: /^[1-9]\d{3,4}$/,
  challenge: /^[\w-]{43}$/,
  state: /^[\w-]{22,128}$/,
  // Signs that are not seen, or turn the direction of text, could make it read as something else.
  name: /^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u,
};

/** @returns undefined unless all of it is there, once, and in its form */
export const askingIn = (search: string): AppAsking | undefined => {
  const given = new URLSearchParams(search);
  const read = (key: keyof AppAsking): string => {
    const [one = '', ...more] = given.getAll(key);
    return more.length === 0 && forms[key].test(one) ? one : '';
  };
  const asking = {
    port: read('port'),
    challenge: read('challenge'),
    state: read('state'),
    name: read('name'),
  };
  const port = Number(asking.port);
  const isWhole = Object.values(asking).every((one) => one !== '') && port >= 1024 && port <= 65_535;
  return isWhole ? asking : undefined;
};

/** The program's address: of this machine alone, whatever was asked for. */
export const responseTo = (
  { port, state }: AppAsking,
  response: { readonly code: string } | { readonly error: 'access_denied' },
): string => `http://127.0.0.1:${port}/?${new URLSearchParams({ ...response, state })}`;
