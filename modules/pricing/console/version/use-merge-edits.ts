import { type DraftMerge, type DraftSides, showEveryDigit, type Side, useWords } from '@wattyard/console-kit'
import { dialText } from '../../contract/index.ts'
import type { Edit } from '../editor/edit-model.ts'
import type { Priced } from '../editor/merge-cells.ts'
import { type EditConflict, mergeEdits } from '../editor/merge-edits.ts'
import { conditionText, planName } from '../editor/plan-words.ts'

/** Returns the merge of two sides' changes of a draft, with its conflicts in words. */
export function useMergeEdits() {
  const { t, language } = useWords()
  const priceText = (text: string | null): string =>
    text === null ? t('pricing.editor.unpriced') : `${showEveryDigit('price', text, language)} ¥/kWh`
  const pricedText = (one: Priced | null): string =>
    one === null
      ? t('pricing.editor.noPeriod')
      : `${t(`pricing.period.${one.period}`)} ${priceText(one.electricity)} + ${priceText(one.service)}`
  const wordsOf = (one: EditConflict): { name: string; mine: string; theirs: string } => {
    switch (one.kind) {
      case 'price':
        return {
          name: `${t(`pricing.period.${one.period}`)} ${t(`pricing.${one.part}`)}`,
          mine: priceText(one.mine),
          theirs: priceText(one.theirs),
        }
      case 'cells':
        return {
          name: `${planName(one.plan, t)} ${dialText(one.from)}–${dialText(one.to)}`,
          mine: pricedText(one.mine),
          theirs: pricedText(one.theirs),
        }
      case 'days':
        return {
          name: t('pricing.plan.days', { days: planName(one.plan, t) }),
          mine: conditionText(one.mine, t),
          theirs: conditionText(one.theirs, t),
        }
      case 'plan': {
        const textOf = (plan: unknown): string => t(plan === undefined ? 'kit.version.removed' : 'kit.version.changed')
        return { name: planName(one.plan, t), mine: textOf(one.mine), theirs: textOf(one.theirs) }
      }
    }
  }
  return (sides: DraftSides<Edit>, choices: Readonly<Record<string, Side>>): DraftMerge<Edit> => {
    const { merged, conflicts } = mergeEdits(sides, choices)
    return { merged, conflicts: conflicts.map(one => ({ key: one.key, ...wordsOf(one) })) }
  }
}
