/** Data types, exactly as on the wire. Source: `docs/reference/rules/data.md#data-types`. */

export const accountingDataTypes = [
  'accountTransactions',
  'balanceSheet',
  'bankAccounts',
  'bankTransactions',
  'billCreditNotes',
  'billPayments',
  'bills',
  'cashFlowStatement',
  'chartOfAccounts',
  'company',
  'creditNotes',
  'customers',
  'directCosts',
  'directIncomes',
  'invoices',
  'itemReceipts',
  'items',
  'journalEntries',
  'journals',
  'paymentMethods',
  'payments',
  'profitAndLoss',
  'purchaseOrders',
  'salesOrders',
  'suppliers',
  'taxRates',
  'trackingCategories',
  'transfers',
] as const;

export const commerceDataTypes = [
  'commerce-companyInfo',
  'commerce-customers',
  'commerce-disputes',
  'commerce-locations',
  'commerce-orders',
  'commerce-paymentMethods',
  'commerce-payments',
  'commerce-productCategories',
  'commerce-products',
  'commerce-taxComponents',
  'commerce-transactions',
] as const;

export const bankingDataTypes = [
  'banking-accounts',
  'banking-accountBalances',
  'banking-transactionCategories',
  'banking-transactions',
] as const;

export const dataTypes = [...accountingDataTypes, ...commerceDataTypes, ...bankingDataTypes] as const;
export type DataType = (typeof dataTypes)[number];

const known: ReadonlySet<string> = new Set(dataTypes);
export const isDataType = (word: string): word is DataType => known.has(word);
