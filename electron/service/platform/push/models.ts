import type { PushOption, PushOptionType } from '#contract/push.ts';

/**
 * What records of a data type may be pushed with. The real service has options for each platform; these are the fields
 * that platforms share, and ours to correct. Source: `docs/reference/rules/push.md#options`.
 */

type Properties = Record<string, PushOption>;

const value =
  (type: PushOptionType) =>
  (displayName: string): PushOption => ({ type, displayName, required: false });
const text = value('String');
const number = value('Number');
const flag = value('Boolean');
const date = value('DateTime');

const group = (displayName: string, properties: Properties): PushOption => ({
  type: 'Object',
  displayName,
  required: false,
  properties,
});
const list = (displayName: string, properties: Properties): PushOption => ({
  type: 'Array',
  displayName,
  required: false,
  properties,
});
const choice = (displayName: string, ...values: readonly string[]): PushOption => ({
  type: 'String',
  displayName,
  required: false,
  options: values.map((one) => ({ value: one, type: 'String', displayName: one })),
});
const required = (option: PushOption): PushOption => ({ ...option, required: true });
const ref = (displayName: string): PushOption =>
  group(displayName, { id: required(text('Id')), name: text('Name') });

const money = { currency: text('Currency'), currencyRate: number('Currency rate') };
const amounts = {
  subTotal: number('Subtotal'),
  totalTaxAmount: number('Total tax'),
  totalAmount: number('Total'),
};

const addresses = list('Addresses', {
  type: choice('Type', 'Billing', 'Delivery', 'Unknown'),
  line1: text('Line 1'),
  line2: text('Line 2'),
  city: text('City'),
  region: text('Region'),
  country: text('Country'),
  postalCode: text('Postal code'),
});

const contact = {
  contactName: text('Contact name'),
  emailAddress: text('Email address'),
  phone: text('Phone'),
  addresses,
  registrationNumber: text('Registration number'),
  taxNumber: text('Tax number'),
  defaultCurrency: text('Default currency'),
  status: choice('Status', 'Active', 'Archived', 'Unknown'),
};

const lineItems = required(
  list('Line items', {
    description: text('Description'),
    quantity: required(number('Quantity')),
    unitAmount: required(number('Unit amount')),
    discountAmount: number('Discount'),
    subTotal: number('Subtotal'),
    taxAmount: number('Tax'),
    totalAmount: number('Total'),
    accountRef: ref('Account'),
    itemRef: ref('Item'),
    taxRateRef: ref('Tax rate'),
  }),
);

const document = {
  issueDate: required(date('Issue date')),
  ...money,
  lineItems,
  ...amounts,
  note: text('Note'),
};

const paymentLines = list('Lines', {
  amount: required(number('Amount')),
  allocatedOnDate: date('Allocated on'),
  links: list('Links', {
    type: required(text('Type')),
    id: required(text('Id')),
    amount: required(number('Amount')),
    currencyRate: number('Currency rate'),
  }),
});

const payment = {
  accountRef: required(ref('Account')),
  totalAmount: required(number('Total')),
  date: required(date('Date')),
  ...money,
  reference: text('Reference'),
  note: text('Note'),
  lines: paymentLines,
};

const side = (displayName: string): PushOption =>
  required(
    group(displayName, {
      accountRef: required(ref('Account')),
      amount: required(number('Amount')),
      currency: text('Currency'),
    }),
  );

const priced = (displayName: string): PushOption =>
  group(displayName, {
    description: text('Description'),
    unitPrice: number('Unit price'),
    accountRef: ref('Account'),
    taxRateRef: ref('Tax rate'),
  });

const records: Readonly<Record<string, readonly [displayName: string, properties: Properties]>> = {
  bankAccounts: [
    'Bank account',
    {
      accountName: required(text('Account name')),
      accountType: choice('Account type', 'Credit', 'Debit', 'Unknown'),
      accountNumber: text('Account number'),
      sortCode: text('Sort code'),
      iBan: text('IBAN'),
      nominalCode: text('Nominal code'),
      currency: text('Currency'),
    },
  ],
  bankTransactions: [
    'Bank transactions',
    {
      accountId: required(text('Account')),
      transactions: required(
        list('Transactions', {
          id: required(text('Id')),
          date: required(date('Date')),
          amount: required(number('Amount')),
          description: text('Description'),
          reference: text('Reference'),
          counterparty: text('Counterparty'),
        }),
      ),
    },
  ],
  billCreditNotes: [
    'Bill credit note',
    {
      billCreditNoteNumber: text('Number'),
      supplierRef: required(ref('Supplier')),
      ...document,
      status: choice('Status', 'Draft', 'Submitted', 'PartiallyPaid', 'Paid', 'Void', 'Unknown'),
    },
  ],
  billPayments: ['Bill payment', { supplierRef: required(ref('Supplier')), ...payment }],
  bills: [
    'Bill',
    {
      reference: text('Reference'),
      supplierRef: required(ref('Supplier')),
      dueDate: date('Due date'),
      ...document,
      status: choice('Status', 'Draft', 'Open', 'PartiallyPaid', 'Paid', 'Void', 'Unknown'),
    },
  ],
  chartOfAccounts: [
    'Account',
    {
      nominalCode: text('Nominal code'),
      name: required(text('Name')),
      description: text('Description'),
      fullyQualifiedCategory: text('Category'),
      type: required(choice('Type', 'Asset', 'Liability', 'Income', 'Expense', 'Equity', 'Unknown')),
      currency: text('Currency'),
      status: choice('Status', 'Active', 'Archived', 'Pending', 'Unknown'),
      isBankAccount: flag('Is a bank account'),
    },
  ],
  creditNotes: [
    'Credit note',
    {
      creditNoteNumber: text('Number'),
      customerRef: required(ref('Customer')),
      ...document,
      status: choice('Status', 'Draft', 'Submitted', 'PartiallyPaid', 'Paid', 'Void', 'Unknown'),
    },
  ],
  customers: ['Customer', { customerName: required(text('Name')), ...contact }],
  directCosts: [
    'Direct cost',
    {
      reference: text('Reference'),
      contactRef: ref('Contact'),
      ...document,
      paymentRef: ref('Payment account'),
    },
  ],
  directIncomes: [
    'Direct income',
    {
      reference: text('Reference'),
      contactRef: ref('Contact'),
      ...document,
      paymentRef: ref('Payment account'),
    },
  ],
  invoices: [
    'Invoice',
    {
      invoiceNumber: text('Number'),
      customerRef: required(ref('Customer')),
      dueDate: date('Due date'),
      ...document,
      paidOnDate: date('Paid on'),
      status: choice('Status', 'Draft', 'Submitted', 'PartiallyPaid', 'Paid', 'Void', 'Unknown'),
    },
  ],
  items: [
    'Item',
    {
      code: text('Code'),
      name: required(text('Name')),
      type: required(choice('Type', 'Inventory', 'NonInventory', 'Service', 'Unknown')),
      isBillItem: flag('Can be bought'),
      isInvoiceItem: flag('Can be sold'),
      billItem: priced('Purchase'),
      invoiceItem: priced('Sale'),
      itemStatus: choice('Status', 'Active', 'Archived', 'Unknown'),
    },
  ],
  journalEntries: [
    'Journal entry',
    {
      postedOn: required(date('Posted on')),
      description: text('Description'),
      journalRef: ref('Journal'),
      journalLines: required(
        list('Lines', {
          description: text('Description'),
          netAmount: required(number('Net amount')),
          currency: text('Currency'),
          accountRef: required(ref('Account')),
        }),
      ),
    },
  ],
  journals: [
    'Journal',
    {
      journalCode: text('Code'),
      name: required(text('Name')),
      type: text('Type'),
      status: choice('Status', 'Active', 'Archived', 'Unknown'),
    },
  ],
  payments: ['Payment', { customerRef: required(ref('Customer')), ...payment }],
  purchaseOrders: [
    'Purchase order',
    {
      purchaseOrderNumber: text('Number'),
      supplierRef: required(ref('Supplier')),
      deliveryDate: date('Delivery date'),
      expectedDeliveryDate: date('Expected delivery'),
      ...document,
      status: choice('Status', 'Draft', 'Open', 'Closed', 'Void', 'Unknown'),
    },
  ],
  salesOrders: [
    'Sales order',
    {
      salesOrderNumber: text('Number'),
      customerRef: required(ref('Customer')),
      expectedDeliveryDate: date('Expected delivery'),
      ...document,
      status: choice('Status', 'Draft', 'Open', 'Closed', 'Void', 'Unknown'),
    },
  ],
  suppliers: ['Supplier', { supplierName: required(text('Name')), ...contact }],
  transfers: [
    'Transfer',
    { date: required(date('Date')), description: text('Description'), from: side('From'), to: side('To') },
  ],
};

const options: ReadonlyMap<string, PushOption> = new Map(
  Object.entries(records).map(([dataType, [displayName, properties]]) => [
    dataType,
    { ...group(displayName, properties), required: true },
  ]),
);

/** undefined: records of that data type can't be pushed. */
export const pushOptionOf = (dataType: string): PushOption | undefined => options.get(dataType);

/** Those of some data types that can be pushed. */
export const pushable = (dataTypes: readonly string[]): string[] =>
  dataTypes.filter((dataType) => options.has(dataType));
