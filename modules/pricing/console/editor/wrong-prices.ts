import type { PeriodKind } from '@wattyard/time'
import { type Edit, type Pair, pairOf, type Range, setBasePrice, setOwnPrice } from './edit-model.ts'

/** A price whose typed text is none: of a period, or of a stretch of a plan. */
export type WrongPrice =
  | { readonly key: string; readonly period: PeriodKind; readonly part: keyof Pair }
  | { readonly key: string; readonly planId: number; readonly range: Range; readonly part: keyof Pair }

/** Returns the list with a price added or taken away. */
export function withWrong(list: readonly WrongPrice[], one: WrongPrice, isWrong: boolean): readonly WrongPrice[] {
  const others = list.filter(({ key }) => key !== one.key)
  return isWrong ? [...others, one] : others
}

/** Returns the content as if the wrong prices were there, so that prices that are missing can be counted apart. */
export function asIfPriced(edit: Edit, wrong: readonly WrongPrice[]): Edit {
  return wrong.reduce((now, one) => {
    if ('period' in one)
      return now.base[one.period][one.part] === null ? setBasePrice(now, one.period, one.part, '0') : now
    const cell = now.plans.find(plan => plan.id === one.planId)?.cells[one.range.from] ?? null
    const pair = pairOf(now, cell)
    return pair?.[one.part] === null ? setOwnPrice(now, one.planId, one.range, { ...pair, [one.part]: '0' }) : now
  }, edit)
}
