/**
 * Names of folders that hold what was installed, never code of the integrator's own: the source scan passes over them,
 * and a page that sends a folder leaves them out.
 */
export const vendoredFolders: readonly string[] = [
  '.git',
  '.hg',
  '.svn',
  'node_modules',
  'bower_components',
  'jspm_packages',
  'site-packages',
  '__pycache__',
  '.venv',
  '.tox',
  '.gradle',
  'Pods',
];
