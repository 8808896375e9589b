import './form.css';
import type { ExchangeForm } from '#contract/exchange.ts';
import { createForm } from './form.ts';
import { createLanguage } from './language.ts';

/** The page that an integrator fills in: one file, which loads nothing and sends nothing. */
const dataIn = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? '');
const form = dataIn('form') as ExchangeForm;
const language = createLanguage(form.language, dataIn('texts') as Record<string, string>);
document.getElementById('root')?.replaceChildren(...createForm(form, language));
