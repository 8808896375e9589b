const problems = new Map(
  Object.entries({
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission is denied',
    EPERM: 'permission is denied',
    ELOOP: 'its links form a loop',
    EISDIR: 'it is a folder',
    ERR_FS_EISDIR: 'it is a folder',
    ENOTDIR: 'a part of its path is not a folder',
    ENAMETOOLONG: 'its path is longer than the system allows',
    EIO: 'the disk reported an error',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EEXIST: 'the file already exists',
    EMFILE: 'too many files are open',
    ENFILE: 'too many files are open on this system',
    ENOTEMPTY: 'the folder is not empty',
    EBUSY: 'another program uses it',
    ENXIO: 'the device is gone',
    ESTALE: 'the network disk has lost it',
    ETIMEDOUT: 'the disk did not respond',
  }),
);

/** Why a file can't be read or written, for a person: a clause without the path and without the system's code. */
export const fileProblem = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && problems.get(code)) ?? (code ? `the system says ${code}` : message);
};
