import { useWords } from '@wattyard/console-kit'
import { useState } from 'react'
import { dialText } from '../../contract/index.ts'
import { PriceLine } from '../period.tsx'
import { clearRange, paint, pairOf, type Range } from './edit-model.ts'
import { useEditor } from './editor-context.tsx'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const PER_HOUR = 4

/** Draws the day from top to bottom for a narrow screen. A tap on a quarter or a whole hour applies the brush. */
export function HourList() {
  const { state, edit, plan, range, readOnly, dispatch, change } = useEditor()
  const { t } = useWords()
  const [said, setSaid] = useState('')
  if (!plan) return null
  const apply = (target: Range): void => {
    dispatch({ type: 'select', anchor: target.from, focus: target.to - 1 })
    const { brush } = state
    if (readOnly || brush === 'select') return
    change(brush === 'erase' ? clearRange(edit, plan.id, target) : paint(edit, plan.id, target, brush))
    const done =
      brush === 'erase'
        ? t('pricing.editor.cleared')
        : t('pricing.editor.painted', { name: t(`pricing.period.${brush}`) })
    setSaid(`${dialText(target.from)}–${dialText(target.to)} ${done}`)
  }
  return (
    <div className="pr-hour-list">
      {HOURS.map(hour => {
        const from = hour * PER_HOUR
        const cells = plan.cells.slice(from, from + PER_HOUR)
        const [first] = cells
        const pair = pairOf(edit, first ?? null)
        const isOne =
          first !== null &&
          cells.every(cell => cell === first || (cell?.period === first?.period && cell?.own === first?.own))
        return (
          <div key={hour} className="pr-hour">
            <button
              type="button"
              className="pr-hour-label w-num"
              aria-label={`${dialText(from)}–${dialText(from + PER_HOUR)}`}
              onClick={() => apply({ from, to: from + PER_HOUR })}
            >
              {dialText(from)}
            </button>
            <span className="pr-hour-cells">
              {cells.map((cell, i) => {
                const quarter = from + i
                const name = cell ? t(`pricing.period.${cell.period}`) : t('pricing.editor.noPeriod')
                return (
                  <button
                    key={quarter}
                    type="button"
                    className="pr-hour-cell"
                    data-period={cell?.period}
                    data-chosen={quarter >= range.from && quarter < range.to ? '' : undefined}
                    aria-label={`${dialText(quarter)}–${dialText(quarter + 1)} ${name}`}
                    title={name}
                    onClick={() => apply({ from: quarter, to: quarter + 1 })}
                  >
                    {cell ? t(`pricing.periodSign.${cell.period}`) : '·'}
                  </button>
                )
              })}
            </span>
            <span className="pr-hour-price">
              {isOne && first && pair ? (
                <PriceLine period={first.period} pair={pair} brief />
              ) : (
                <span className="w-quiet">
                  {t(
                    first === null && cells.every(cell => cell === null)
                      ? 'pricing.editor.unpriced'
                      : 'pricing.editor.mixed',
                  )}
                </span>
              )}
            </span>
          </div>
        )
      })}
      <p className="w-sr" aria-live="polite">
        {said}
      </p>
    </div>
  )
}
