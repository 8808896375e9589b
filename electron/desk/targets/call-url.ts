import { refuseAlerts } from './alerts-guard.ts';
import type { TargetCall } from './targets.ts';

/**
 * Where a call goes. Nothing leads out of the base URL, or to the alerts endpoints.
 * @param base with a slash at its end
 * @throws CatalogueError `target.alertsPath`; Error for what is no path
 */
export const callUrl = (base: URL, { path, query = {} }: Pick<TargetCall, 'path' | 'query'>): URL => {
  refuseAlerts(base.pathname + path);
  const url = URL.parse(base.href + path.slice(1));
  if (!path.startsWith('/') || /[?#\\]/.test(path) || !url?.pathname.startsWith(base.pathname)) {
    throw new Error(`"${path}" is not a path below the base URL of a target.`);
  }
  refuseAlerts(url.pathname);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url;
};
