const problems = new Map(
  Object.entries({
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission is denied',
    EPERM: 'permission is denied',
    ELOOP: 'its links form a loop',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of its path is not a folder',
    ENAMETOOLONG: 'its path is longer than the system allows',
    EIO: 'the disk reported an error',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
    EEXIST: 'the file already exists',
    EMFILE: 'too many files are open',
  }),
);

/** Why a file can't be read or written, for a person: a clause without the path and without the system's code. */
export const fileProblem = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && problems.get(code)) ?? (code ? `the system says ${code}` : message);
};
