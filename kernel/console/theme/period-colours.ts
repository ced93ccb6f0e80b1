import type { PeriodKind } from '@wattyard/time'

/**
 * Colours of the tariff periods, the same in the price editor, in charts and in tables. They are for decoration: signs and words
 * always stand beside them.
 */
export const PERIOD_COLOURS: Readonly<Record<PeriodKind, string>> = {
  J: '#dc2461',
  F: '#ea7d12',
  P: '#4585ea',
  G: '#31ab6f',
  S: '#0e7490',
}
