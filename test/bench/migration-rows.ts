/** A migration that takes longer is given up. */
export const longestMs = 240_000;

/** Rows of a made-up migration to Xero. Credentials of their form, which the local service takes for good. */
export const madeUpRow = (n: number) => ({
  ref: `acme-${n}`,
  name: `Bright Bakery ${n}`,
  platform: 'gbol',
  credentials: {
    accessToken: `access_${String(n).padStart(24, '0')}`,
    refreshToken: `refresh_${String(n).padStart(24, '0')}`,
    tenantId: `70784a63-d24b-46a9-a4db-${String(n).padStart(12, '0')}`,
  },
});

/** The same as a file to import. */
export const madeUpCsv = (count: number): string => {
  const lines = ['ref,name,platform,accessToken,refreshToken,tenantId'];
  for (let n = 0; n < count; n++) {
    const { ref, name, platform, credentials } = madeUpRow(n);
    lines.push([ref, name, platform, ...Object.values(credentials)].join(','));
  }
  return `${lines.join('\n')}\n`;
};
