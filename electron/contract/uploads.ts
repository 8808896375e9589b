import { type Static, Type } from 'typebox';
import { Closed, Uuid } from './common.ts';

/** Files of a browser, which has no path to give: kept in the data folder for a day, and until the host restarts. */

/** 2 GiB. */
export const uploadLimit = 2_147_483_648;
/** 16 GiB: of all that are kept together. */
export const uploadTotalLimit = 17_179_869_184;

const scheme = 'upload:';
/** What names an upload where a path is asked for: where it lies on the disk concerns no browser. */
export const uploadPath = (id: string): string => `${scheme}${id}`;
/** The id in it; undefined if it names none. */
export const uploadIn = (path: string): string | undefined =>
  path.startsWith(scheme) ? path.slice(scheme.length) : undefined;

export const UploadQuery = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 1000, description: 'What the file is called.' }),
});

export const Upload = Closed(
  {
    id: Uuid,
    name: Type.String({
      description: 'As it is kept: without a path, and with signs that any system takes.',
    }),
    path: Type.String({
      description: '`upload:` and its id: to be given to what reads files, such as POST /api/checks.',
    }),
    size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
  },
  { title: 'Upload' },
);
export type Upload = Static<typeof Upload>;
