import './form.css';
import type { ExchangeForm } from '#contract/exchange.ts';
import { createForm } from './form.ts';

/** The page that an integrator fills in: one file, which loads nothing and sends nothing. */
const data = document.getElementById('form')?.textContent ?? '';
const root = document.getElementById('root');
root?.replaceChildren(...createForm(JSON.parse(data) as ExchangeForm));
