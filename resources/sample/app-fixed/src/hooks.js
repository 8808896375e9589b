import { createServer } from 'node:http';
import { bookInvoices, warnOperator } from './ledger.js';

/** Alerts of the service: one address for all rules, told apart by what they are about. */
const received = async ({ RuleType, CompanyId, Data }) => {
  if (RuleType === 'Data sync completed') {
    await bookInvoices(CompanyId, Data.dataType);
  } else if (RuleType === 'Sync Failed') {
    await warnOperator(CompanyId);
  }
};

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  await received(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  response.writeHead(200).end();
}).listen(8080);
