import { showNumber, useWords } from '@wattyard/console-kit'
import { PRICE_SCALE } from '@wattyard/money'
import { QUARTERS_PER_DAY } from '@wattyard/time'
import { type CSSProperties, type KeyboardEvent, memo, type PointerEvent, useEffect, useRef, useState } from 'react'
import { dialText } from '../../contract/index.ts'
import { PriceLine, totalOf, unitsOf } from '../period.tsx'
import { type Cell, clearRange, type Edit, type Pair, paint, pairOf, runsOf } from './edit-model.ts'
import { useEditor } from './editor-context.tsx'
import { stripKey } from './strip-keys.ts'

/** One yuan in the units of a price. */
const YUAN = 10 ** PRICE_SCALE
const SCALE_STEP = YUAN / 2
const HEADROOM = 1.04
const HOURS = Array.from({ length: 25 }, (_, hour) => hour)

/**
 * Draws the day as 96 quarter-hours: height is the price (electricity below, service above), colour and sign are the period. The
 * day is painted by dragging with the brush or by keyboard; a live region announces what was painted.
 */
export function DayStrip() {
  const editor = useEditor()
  const { state, edit, plan, range, readOnly, dispatch, change } = editor
  const { t } = useWords()
  const strip = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const follow = useRef(false)
  useEffect(() => {
    if (!follow.current) return
    follow.current = false
    strip.current?.querySelector<HTMLElement>(`[data-quarter="${state.focus}"]`)?.focus()
  }, [state.focus])
  if (!plan) return null

  const spanText = `${dialText(range.from)}–${dialText(range.to)}`
  const tell = (word: string): void => setSaid(`${spanText} ${word}`)
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = stripKey(event, state.focus)
    if (!key || (readOnly && key.kind !== 'move' && key.kind !== 'all')) return
    event.preventDefault()
    switch (key.kind) {
      case 'move':
        follow.current = true
        dispatch({ type: 'select', anchor: key.extend ? state.anchor : key.to, focus: key.to })
        break
      case 'all':
        dispatch({ type: 'select', anchor: 0, focus: QUARTERS_PER_DAY - 1 })
        break
      case 'paint':
        change(paint(edit, plan.id, range, key.period))
        tell(t('pricing.editor.painted', { name: t(`pricing.period.${key.period}`) }))
        break
      case 'clear':
        change(clearRange(edit, plan.id, range))
        tell(t('pricing.editor.cleared'))
        break
      default:
        dispatch({ type: key.kind })
        setSaid(t(`pricing.editor.${key.kind === 'undo' ? 'undone' : 'redone'}`))
    }
  }
  const quarterAt = (event: PointerEvent): number => {
    const box = strip.current?.getBoundingClientRect()
    return box ? Math.floor(((event.clientX - box.left) / box.width) * QUARTERS_PER_DAY) : 0
  }
  const shown = hovered ?? state.focus
  const top = topPrice(edit, plan.cells)
  return (
    <div className="pr-day">
      <Readout quarter={shown} cell={plan.cells[shown] ?? null} edit={edit} />
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells take the focus, one at a time */}
      <div
        ref={strip}
        className="pr-strip"
        role="grid"
        aria-label={t('pricing.editor.strip')}
        aria-multiselectable="true"
        aria-readonly={readOnly}
        aria-colcount={QUARTERS_PER_DAY}
        data-brush={readOnly ? 'select' : state.brush}
        onKeyDown={onKeyDown}
        onPointerDown={event => {
          if (event.button !== 0) return
          event.preventDefault()
          strip.current?.setPointerCapture(event.pointerId)
          follow.current = true
          const at = quarterAt(event)
          dispatch({ type: 'strokeBegin', at, extend: event.shiftKey })
          strip.current
            ?.querySelector<HTMLElement>(`[data-quarter="${Math.max(0, Math.min(QUARTERS_PER_DAY - 1, at))}"]`)
            ?.focus()
        }}
        onPointerMove={event => {
          const at = quarterAt(event)
          setHovered(at >= 0 && at < QUARTERS_PER_DAY ? at : null)
          if (event.buttons === 1) dispatch({ type: 'strokeMove', at })
        }}
        onPointerUp={() => {
          if (state.stroke !== null && state.brush !== 'select')
            tell(
              state.brush === 'erase'
                ? t('pricing.editor.cleared')
                : t('pricing.editor.painted', { name: t(`pricing.period.${state.brush}`) }),
            )
          dispatch({ type: 'strokeEnd' })
        }}
        onPointerLeave={() => setHovered(null)}
      >
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- 96 columns of a drawing; a table row cannot be laid out so */}
        <div role="row" className="pr-strip-row">
          {plan.cells.map((cell, quarter) => (
            <Quarter
              // A quarter-hour is identified by its place on the dial.
              key={quarter}
              quarter={quarter}
              cell={cell}
              pair={pairOf(edit, cell)}
              top={top}
              isChosen={quarter >= range.from && quarter < range.to}
              isFocus={quarter === state.focus}
            />
          ))}
        </div>
        <Scale top={top} />
        <RunSigns cells={plan.cells} />
      </div>
      <div className="pr-hours" aria-hidden="true">
        {HOURS.map(hour => (
          <span
            key={hour}
            data-minor={hour % 3 === 0 ? undefined : ''}
            style={{ insetInlineStart: `${(hour / 24) * 100}%` }}
          >
            {hour}
          </span>
        ))}
      </div>
      <p className="w-sr" aria-live="polite">
        {said}
      </p>
    </div>
  )
}

interface QuarterProps {
  readonly quarter: number
  readonly cell: Cell
  readonly pair: Pair | null
  readonly top: number
  readonly isChosen: boolean
  readonly isFocus: boolean
}

const Quarter = memo(function Quarter({ quarter, cell, pair, top, isChosen, isFocus }: QuarterProps) {
  const { t } = useWords()
  const total = pair && totalOf(pair)
  const name = cell === null ? t('pricing.editor.noPeriod') : t(`pricing.period.${cell.period}`)
  const price = cell === null ? '' : (total ?? t('pricing.editor.noPrice'))
  const style = { '--e': share(pair?.electricity, top), '--s': share(pair?.service, top) } as CSSProperties // custom properties are not in the type
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a cell of a drawing; a table cell cannot be laid out so
      role="gridcell"
      aria-colindex={quarter + 1}
      aria-selected={isChosen}
      aria-label={`${dialText(quarter)}–${dialText(quarter + 1)} ${name} ${price}`}
      tabIndex={isFocus ? 0 : -1}
      className="pr-quarter"
      data-quarter={quarter}
      data-period={cell?.period}
      data-own={cell?.own ? '' : undefined}
      data-unpriced={cell !== null && total === null ? '' : undefined}
      style={style}
    />
  )
})

/** Draws the grid lines of the price, one per half yuan, over the bars; each number stands below its line. */
export function Scale({ top }: { top: number }) {
  const { language } = useWords()
  const steps = Array.from({ length: Math.floor(top / SCALE_STEP) }, (_, i) => (i + 1) * SCALE_STEP)
  return (
    <div className="pr-scale" aria-hidden="true">
      {steps.map(step => (
        <span key={step} style={{ insetBlockEnd: `${(step / top) * 100}%` }}>
          {showNumber(step / YUAN, language, 1)}
        </span>
      ))}
    </div>
  )
}

/** Draws the name of each period once per stretch that has room for it; the cells themselves have the words. */
function RunSigns({ cells }: { cells: readonly Cell[] }) {
  const { t } = useWords()
  return (
    <div className="pr-signs" aria-hidden="true">
      {runsOf(cells).map(({ from, to, cell }) => (
        <span key={from} data-period={cell?.period} style={{ gridColumn: `${from + 1} / ${to + 1}` }}>
          {cell && t(`pricing.period.${cell.period}`)}
        </span>
      ))}
    </div>
  )
}

function Readout({ quarter, cell, edit }: { quarter: number; cell: Cell; edit: Edit }) {
  const { t } = useWords()
  const pair = pairOf(edit, cell)
  return (
    <p className="pr-readout">
      <span className="w-num">
        {dialText(quarter)}–{dialText(quarter + 1)}
      </span>
      {cell && pair ? (
        <PriceLine period={cell.period} pair={pair} />
      ) : (
        <span className="pr-missing">{t('pricing.editor.noPeriod')}</span>
      )}
      {cell?.own && (
        <span className="w-tag" data-plain="" data-tone="busy">
          {t('pricing.editor.ownPrice')}
        </span>
      )}
      <span className="pr-legend" aria-hidden="true">
        <i /> {t('pricing.electricity')} <i data-part="service" /> {t('pricing.service')}
      </span>
    </p>
  )
}

/** Returns the scale of the bars in 1e-6 CNY: the highest price plus headroom, rounded up to the next half yuan. */
function topPrice(edit: Edit, cells: readonly Cell[]): number {
  const nothing: Pair = { electricity: null, service: null }
  const dearest = Math.max(1, ...cells.map(cell => Number(unitsOf(totalOf(pairOf(edit, cell) ?? nothing)))))
  return Math.ceil((dearest * HEADROOM) / SCALE_STEP) * SCALE_STEP
}

/** Returns the height of a bar in per cent. It is for drawing only and is not an amount. */
function share(text: string | null | undefined, top: number): string {
  return `${((Number(unitsOf(text ?? null)) / top) * 100).toFixed(2)}%`
}
