import { Decimal, useWords } from '@wattyard/console-kit'
import { Segmented } from 'antd'
import { useState } from 'react'
import { dialText, planOf, type ViewSize, type ViewSlot, viewOf } from '../../contract/index.ts'
import { PeriodMark, PriceLine } from '../period.tsx'
import { intervalsOf, runsOf } from './edit-model.ts'
import { useEditor } from './editor-context.tsx'
import { formatPrice } from '@wattyard/money'

const SIZES: readonly ViewSize[] = [24, 48, 96]

/** Draws the day as the contract's 24 slots t0…t23, as 48 half-hours for piles, or as 96 quarter-hours. */
export function SlotTable() {
  const { edit, plan } = useEditor()
  const { t } = useWords()
  const [size, setSize] = useState<ViewSize>(24)
  if (!plan) return null
  const isComplete =
    plan.cells.every(cell => cell !== null) &&
    runsOf(plan.cells).every(run => run.cell === null || isPriced(edit, run.cell))
  return (
    <section className="pr-slots" aria-label={t('pricing.editor.slots')}>
      <div className="w-row w-wrap pr-slots-head">
        <h3 className="w-grow">{t('pricing.editor.slots')}</h3>
        <Segmented
          aria-label={t('pricing.editor.slotCount')}
          options={SIZES.map(value => ({ value, label: t('pricing.editor.slotsOf', { count: value }) }))}
          value={size}
          onChange={value => setSize(value)}
        />
      </div>
      {isComplete ? (
        <ol className="pr-slot-list" data-size={size}>
          {viewOf(planOf({ key: plan.key, intervals: intervalsOf(edit, plan.cells) }, null), size).map(slot => (
            <SlotRow key={slot.key} slot={slot} withKey={size === 24} />
          ))}
        </ol>
      ) : (
        <p className="w-quiet">{t('pricing.editor.slotsIncomplete')}</p>
      )}
    </section>
  )
}

function isPriced(
  edit: Parameters<typeof intervalsOf>[0],
  cell: NonNullable<Parameters<typeof intervalsOf>[1][number]>,
): boolean {
  const { electricity, service } = cell.own ?? edit.base[cell.period]
  return electricity !== null && service !== null
}

function SlotRow({ slot, withKey }: { slot: ViewSlot; withKey: boolean }) {
  const { t } = useWords()
  return (
    <li className="pr-slot" data-mixed={slot.mixed ? '' : undefined}>
      {withKey && <span className="pr-slot-key w-mono">{slot.key}</span>}
      <span className="w-num">{slot.label}</span>
      {slot.mixed ? (
        <span className="pr-slot-mixed">
          <span className="w-tag" data-tone="wait" data-plain="">
            {t('pricing.editor.mixed')}
          </span>
          {slot.parts.map(part => (
            <span key={part.fromQuarter} className="pr-slot-part">
              <span className="w-num w-quiet">{dialText(part.fromQuarter)}</span>{' '}
              <PriceLine
                period={part.period}
                pair={{ electricity: formatPrice(part.electricity), service: formatPrice(part.service) }}
                brief
              />
            </span>
          ))}
        </span>
      ) : (
        <>
          <PeriodMark period={slot.period} />
          <span className="pr-slot-prices w-num">
            <Decimal kind="price" value={formatPrice(slot.electricity)} /> <span className="w-quiet">+</span>{' '}
            <Decimal kind="price" value={formatPrice(slot.service)} />
          </span>
        </>
      )}
    </li>
  )
}
