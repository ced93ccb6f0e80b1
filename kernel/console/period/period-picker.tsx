import { DownOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { addDays } from '@wattyard/time'
import type { ReactNode } from 'react'
import { MenuItems } from '../ui/menu-button.tsx'
import { Popover } from '../ui/popover.tsx'
import { useWords } from '../words/use-words.ts'
import { COMPARISONS, daysOf } from './period-address.ts'
import { PeriodInput } from './period-input.tsx'
import { presetPeriods } from './period-presets.ts'
import { type CompareWith, type DaySpan, type Period, periodOf, type PeriodUnit, stepPeriod } from './period.ts'
import type { PeriodView } from './use-period.ts'
import './period.css'

interface PeriodPickerProps {
  readonly view: PeriodView
  /** Whether the page shows figures of the compared days. */
  readonly canCompare?: boolean
}

/** Draws the choice of a page's period: its unit, the previous or next one, common ones, and the comparison. */
export function PeriodPicker({ view, canCompare = true }: PeriodPickerProps) {
  const { t } = useWords()
  return (
    <fieldset className="w-period w-no-print" aria-label={t('kit.period.label')}>
      <Units view={view} />
      <Steps view={view} />
      <Presets view={view} />
      {canCompare && (
        <Select<CompareWith>
          className="w-period-compare"
          aria-label={t('kit.period.compareWith')}
          value={view.compareWith}
          onChange={view.compare}
          options={COMPARISONS.map(one => ({ value: one, label: t(`kit.period.compare.${one}`) }))}
        />
      )}
      <Said view={view} canCompare={canCompare} />
    </fieldset>
  )
}

function Units({ view: { period, shown, today, units, choose } }: PeriodPickerProps) {
  const { t } = useWords()
  // A new unit keeps today in view where it was; otherwise it starts from the first day.
  const at = shown.from <= today && today <= shown.to ? today : shown.from
  const change = (unit: PeriodUnit): void => choose(unit === 'range' ? { unit, ...shown } : periodOf(unit, at))
  return (
    <fieldset className="w-period-units" aria-label={t('kit.period.units')}>
      {units.map(unit => (
        <button key={unit} type="button" aria-pressed={unit === period.unit} onClick={() => change(unit)}>
          {t(`kit.period.unit.${unit}`)}
        </button>
      ))}
    </fieldset>
  )
}

/** Returns the current period of the same unit; a range ends today. */
function currentOf(period: Period, { today }: PeriodView): Period {
  if (period.unit !== 'range') return periodOf(period.unit, today)
  return { unit: 'range', from: addDays(today, 1 - daysOf(period)), to: today }
}

function Steps({ view }: PeriodPickerProps) {
  const { t } = useWords()
  const { period, today, choose } = view
  const next = stepPeriod(period, 1)
  const current = currentOf(period, view)
  const isCurrent = current.from === period.from && current.to === period.to
  return (
    <span className="w-period-steps">
      <Step label={t('kit.period.earlier')} icon={<LeftOutlined />} onStep={() => choose(stepPeriod(period, -1))} />
      <PeriodInput key={`${period.unit} ${period.from} ${period.to}`} view={view} />
      <Step
        label={t('kit.period.later')}
        icon={<RightOutlined />}
        isOff={next.from > today}
        onStep={() => choose(next)}
      />
      <Button size="small" type="text" aria-disabled={isCurrent} onClick={() => !isCurrent && choose(current)}>
        {t(`kit.period.current.${period.unit}`)}
      </Button>
    </span>
  )
}

interface StepProps {
  readonly label: string
  readonly icon: ReactNode
  readonly isOff?: boolean
  readonly onStep: () => void
}

/** Draws a step button. A disabled step stays focusable, so that a keyboard user who reached the last period keeps the focus. */
function Step({ label, icon, isOff = false, onStep }: StepProps) {
  return (
    <button
      type="button"
      className="w-icon-button"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onStep()}
    >
      {icon}
    </button>
  )
}

function Presets({ view: { today, maxDays, choose } }: PeriodPickerProps) {
  const { t } = useWords()
  return (
    <Popover
      kind="menu"
      label={t('kit.period.presets')}
      button={props => (
        <Button {...props}>
          {t('kit.period.presets')}
          <DownOutlined aria-hidden="true" />
        </Button>
      )}
    >
      {({ close }) => (
        <MenuItems
          onDone={close}
          actions={presetPeriods(today, maxDays).map(({ word, period }) => ({
            key: word,
            label: t(`kit.period.preset.${word}`),
            run: () => choose(period),
          }))}
        />
      )}
    </Popover>
  )
}

const textOf = ({ from, to }: DaySpan): string => (from === to ? from : `${from} – ${to}`)

/** Draws the shown and compared days in words; screen readers announce changes. */
function Said({ view, canCompare = true }: PeriodPickerProps) {
  const { t } = useWords()
  const { period, shown, today, compared, isCut, maxDays } = view
  const said = (word: string, span: DaySpan): string => t(word, { span: textOf(span), count: daysOf(span) })
  return (
    <output className="w-period-said">
      <span>
        {said('kit.period.shown', shown)}
        {shown.to < period.to && ` · ${t('kit.period.running')}`}
        {period.from > today && ` · ${t('kit.period.ahead')}`}
      </span>
      {canCompare && compared && <span>{said('kit.period.compared', compared)}</span>}
      {isCut && <span data-tone="wait">{t('kit.period.cut', { max: maxDays })}</span>}
    </output>
  )
}
