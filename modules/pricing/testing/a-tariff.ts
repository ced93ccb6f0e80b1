import { type Price, parsePrice } from '@wattyard/money'
import type { PeriodKind } from '@wattyard/time'
import { type DayPlan, intervalsFromSlots, type PeriodPrices, type Tariff } from '../contract/index.ts'

/** Electricity prices per period as car platforms ship them by default, with one flat service fee. */
export const SAMPLE_PRICES = {
  J: pair('1.39480', '0.50000'),
  F: pair('1.11450', '0.50000'),
  P: pair('0.77010', '0.50000'),
  G: pair('0.42570', '0.50000'),
  S: pair('0.30000', '0.50000'),
} as const satisfies PeriodPrices

/** Valley until 08:00, flat, two peaks around noon and evening: an ordinary day in 广东. */
export const SAMPLE_SLOTS = 'GGGGGGGGGGGGGGGGPPPPFFFFPPPPFFFFFFFFFFPPPPPPPPPP'

/** A day plan from 48 period letters; without `when` the default plan. */
export function aPlan(plan: Partial<DayPlan> & { slots?: string; prices?: PeriodPrices } = {}): DayPlan {
  const { slots = SAMPLE_SLOTS, prices = SAMPLE_PRICES, ...rest } = plan
  return { key: 'default', intervals: intervalsFromSlots(slots, prices), ...rest }
}

/** A tariff that passes the coverage check. Override only what the test needs. */
export function aTariff(tariff: Partial<Tariff> = {}): Tariff {
  return { versionId: 'v1', zone: 'Asia/Shanghai', days: [aPlan()], ...tariff }
}

/** One price all day in one period (flat by default). */
export function aFlatTariff(electricity: string, service: string, period: PeriodKind = 'P'): Tariff {
  return aTariff({ days: [aPlan({ slots: period.repeat(48), prices: { [period]: pair(electricity, service) } })] })
}

function pair(electricity: string, service: string): { electricity: Price; service: Price } {
  return { electricity: parsePrice(electricity), service: parsePrice(service) }
}
