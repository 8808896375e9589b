import { Command } from 'commander';
import { exchangeFormCommand } from './exchange-form.ts';
import { exchangeImportCommand } from './exchange-import.ts';
import { withExamples } from './options.ts';

/** `carryover exchange`: what goes between support and the integrator. */
export const exchangeCommand = (): Command => {
  const exchange = new Command('exchange').description('Exchange details and tokens with the integrator');
  exchange.addCommand(exchangeFormCommand()).addCommand(exchangeImportCommand());
  return withExamples(
    exchange,
    ['exchange form acme --out form.html', 'A page that the integrator fills in.'],
    ['exchange import acme acme-2026-11-20.age', 'The sealed file that it makes.'],
  );
};
