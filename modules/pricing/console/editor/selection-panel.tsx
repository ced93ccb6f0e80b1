import { Button } from 'antd'
import { showNumber, useWords } from '@wattyard/console-kit'
import { PERIOD_KINDS } from '@wattyard/time'
import { dialText } from '../../contract/index.ts'
import { PeriodMark } from '../period.tsx'
import { clearRange, type Pair, paint, pairOf, samePair, setOwnPrice } from './edit-model.ts'
import { useEditor } from './editor-context.tsx'
import { PriceInput } from './price-input.tsx'

/** Draws the actions for the selected stretch: exact times, period, and own price. */
export function SelectionPanel() {
  const { edit, plan, range, readOnly, dispatch, change, setWrong } = useEditor()
  const { t, language } = useWords()
  if (!plan) return null
  const cells = plan.cells.slice(range.from, range.to)
  const pairs = cells.map(cell => pairOf(edit, cell))
  const [first] = pairs
  const shared: Pair | null = first && pairs.every(pair => pair !== null && samePair(pair, first)) ? first : null
  const isEmpty = cells.every(cell => cell === null)
  const hasOwn = cells.some(cell => cell?.own)
  const setPart = (part: keyof Pair, text: string | null): void =>
    dispatch({
      type: 'typed',
      edit: setOwnPrice(edit, plan.id, range, { ...(shared ?? { electricity: null, service: null }), [part]: text }),
      input: `own.${plan.id}.${range.from}-${range.to}.${part}`,
    })
  const tellWrong = (part: keyof Pair) => (isWrong: boolean) =>
    setWrong({ key: `own.${part}`, planId: plan.id, range, part }, isWrong)
  const typedAll = (): void => dispatch({ type: 'typedAll' })
  return (
    <section className="pr-selection" aria-label={t('pricing.editor.selection')}>
      <h3>{t('pricing.editor.selection')}</h3>
      <div className="w-row w-wrap">
        <TimeSelect
          label={t('pricing.editor.from')}
          from={0}
          to={95}
          value={range.from}
          onPick={from => dispatch({ type: 'select', anchor: from, focus: Math.max(from, range.to - 1) })}
        />
        <span aria-hidden="true">–</span>
        <TimeSelect
          label={t('pricing.editor.until')}
          from={1}
          to={96}
          value={range.to}
          onPick={to => dispatch({ type: 'select', anchor: Math.min(range.from, to - 1), focus: to - 1 })}
        />
        <span className="w-quiet">
          {t('pricing.editor.hours', { hours: showNumber((range.to - range.from) / 4, language, 2) })}
        </span>
      </div>
      {!readOnly && (
        <>
          <div className="w-row w-wrap pr-selection-paint">
            {PERIOD_KINDS.map(period => (
              <button
                key={period}
                type="button"
                className="pr-chip"
                data-period={period}
                onClick={() => change(paint(edit, plan.id, range, period))}
              >
                <PeriodMark period={period} />
              </button>
            ))}
            <Button size="small" disabled={isEmpty} onClick={() => change(clearRange(edit, plan.id, range))}>
              {t('pricing.editor.erase')}
            </Button>
          </div>
          <div className="pr-own">
            <span>{t('pricing.editor.ownPrice')}</span>
            <PriceInput
              key={`e${range.from}-${range.to}`}
              label={t('pricing.electricity')}
              value={shared?.electricity ?? null}
              disabled={isEmpty}
              onType={text => setPart('electricity', text)}
              onTyped={typedAll}
              onWrong={tellWrong('electricity')}
            />
            <span aria-hidden="true">+</span>
            <PriceInput
              key={`s${range.from}-${range.to}`}
              label={t('pricing.service')}
              value={shared?.service ?? null}
              disabled={isEmpty}
              onType={text => setPart('service', text)}
              onTyped={typedAll}
              onWrong={tellWrong('service')}
            />
            {hasOwn && (
              <Button size="small" type="link" onClick={() => change(setOwnPrice(edit, plan.id, range, null))}>
                {t('pricing.editor.backToPeriod')}
              </Button>
            )}
          </div>
          <p className="w-quiet pr-hint">
            {t(shared || isEmpty ? 'pricing.editor.ownHint' : 'pricing.editor.ownMixed')}
          </p>
        </>
      )}
    </section>
  )
}

interface TimeSelectProps {
  readonly label: string
  readonly from: number
  readonly to: number
  readonly value: number
  readonly onPick: (quarter: number) => void
}

function TimeSelect({ label, from, to, value, onPick }: TimeSelectProps) {
  return (
    <select
      className="pr-input pr-time w-num"
      aria-label={label}
      value={value}
      onChange={event => onPick(Number(event.target.value))}
    >
      {Array.from({ length: to - from + 1 }, (_, i) => (
        <option key={from + i} value={from + i}>
          {from + i === 96 ? '24:00' : dialText(from + i)}
        </option>
      ))}
    </select>
  )
}
