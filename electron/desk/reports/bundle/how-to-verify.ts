import { manifestName, publicKeyName } from '#contract/bundle.ts';

/** In every bundle, for a person who has never seen one. */
export const howToVerify = `How to verify this bundle

1. With Carryover: carryover report verify FILE.zip
   or, with a key that you were given apart from the bundle: carryover report verify FILE.zip --key ${publicKeyName}

2. Without Carryover, in the unpacked folder, with minisign (https://jedisct1.github.io/minisign/):
   minisign -Vm ${manifestName} -p ${publicKeyName}
   It says that nothing of ${manifestName} was changed since it was signed with that key. Whose key it is, the bundle can't
   say: compare it with the one that the other party showed you another way.
   ${manifestName} has the SHA-256 of every other file. sha256sum or "certutil -hashfile FILE SHA256" shows a file's.

3. chain.json is the audit chain of the case. The guide "Verify a report" of Carryover has a few lines of Python, standard
   library only, that check it and all files.
`;
