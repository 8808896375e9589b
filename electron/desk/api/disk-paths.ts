import { isAbsolute } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { AttachmentRequest } from '#contract/case.ts';
import { type CheckRequest, configurationFiles } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ParityRequest } from '#contract/parity.ts';
import { uploadIn } from '#contract/uploads.ts';
import type { Uploads } from '#desk/upkeep/uploads.ts';
import { isOfMachine } from './caller.ts';

/**
 * Which files of the host's disk a request may name. The command line and the app on the machine name any, as the person
 * who runs them could read it, too. A browser's session names what was uploaded, and nothing else: a page that came to its secret must
 * not read the disk by it.
 */
export interface DiskPaths {
  /**
   * The path to read.
   * @param field by which the request names it
   * @throws CatalogueError `path.fromBrowser`, `upload.notFound`
   */
  of(request: FastifyRequest, field: string, named: string): string;
  /**
   * The path of what is to be created.
   * @throws CatalogueError `path.createFromBrowser`, `fork.folderFailed`
   */
  toCreate(request: FastifyRequest, field: string, named: string): string;
  /** The same as `of` for a request with all of its files. */
  ofCheck(request: FastifyRequest, check: CheckRequest): CheckRequest;
  /** The same for a comparison with its recordings. */
  ofParity(request: FastifyRequest, parity: ParityRequest): ParityRequest;
  /** The same for one that may have a file. */
  ofFile<T extends Pick<AttachmentRequest, 'path'>>(request: FastifyRequest, from: T): T;
}

export const createDiskPaths = (uploads: Pick<Uploads, 'pathOf'>): DiskPaths => {
  const of: DiskPaths['of'] = (request, field, named) => {
    const upload = uploadIn(named);
    if (upload !== undefined) return uploads.pathOf(upload);
    if (!isOfMachine(request)) throw new CatalogueError('path.fromBrowser', { field });
    return named;
  };
  return {
    of,
    toCreate(request, field, named) {
      if (!isOfMachine(request)) throw new CatalogueError('path.createFromBrowser', { field });
      // It would follow from where the host was started, which the caller does not know.
      if (isAbsolute(named)) return named;
      throw new CatalogueError('fork.folderFailed', { folder: named, problem: 'its path is not absolute' });
    },
    ofFile: (request, from) =>
      from.path === undefined ? from : { ...from, path: of(request, 'path', from.path) },
    ofParity: (request, { recordings, ...rest }) => ({
      ...rest,
      ...(recordings && {
        recordings: recordings.map(({ path }, n) => ({ path: of(request, `recordings[${n}].path`, path) })),
      }),
    }),
    ofCheck(request, { source, traffic, configuration, execReports, ...rest }) {
      const named = configurationFiles.flatMap((field) => {
        const path = configuration?.[field];
        return path === undefined ? [] : [[field, of(request, `configuration.${field}`, path)] as const];
      });
      return {
        ...rest,
        ...(source && {
          source: source.map((one, n) => ({ ...one, path: of(request, `source[${n}].path`, one.path) })),
        }),
        ...(traffic && {
          traffic: {
            ...traffic,
            paths: traffic.paths.map((path, n) => of(request, `traffic.paths[${n}]`, path)),
          },
        }),
        ...(execReports && {
          execReports: execReports.map((one, n) => ({
            ...one,
            path: of(request, `execReports[${n}].path`, one.path),
          })),
        }),
        ...(configuration && { configuration: { ...configuration, ...Object.fromEntries(named) } }),
      };
    },
  };
};
