import { parseLocalInstant } from '@wattyard/time'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/es'
import 'dayjs/locale/zh-cn'
import { showInstant } from '../format/time.ts'
import { useZone } from '../ui/shown.tsx'
import { useWords } from '../words/use-words.ts'
import type { ControlProps } from './controls.tsx'
import { DAY, DAY_SHAPE, dayFormats } from './day-formats.ts'

/** Props that all date controls share. */
interface DateProps {
  readonly id?: string
  /** Name for assistive technology when no label belongs to the control. */
  readonly label?: string
  readonly disabled?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string | undefined
}

export interface DayInputProps extends DateProps {
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string
  readonly onChange: (day: string) => void
  /** First day that can be chosen; `max` is the last. */
  readonly min?: string
  readonly max?: string
  /** Lets the person clear the value. */
  readonly canClear?: boolean
}

export interface InstantInputProps extends DateProps {
  /** Epoch milliseconds; null for none. */
  readonly value: number | null
  readonly onChange: (at: number | null) => void
  /** Shows and sets seconds; minutes are enough for most plans. */
  readonly seconds?: boolean
}

const SECOND = 'YYYY-MM-DD HH:mm:ss'
const MINUTE = 'YYYY-MM-DD HH:mm'

function shared({ id, label, disabled, invalid, describedBy }: DateProps) {
  return {
    ...(id === undefined ? {} : { id }),
    disabled: disabled ?? false,
    style: { width: '100%' },
    ...(invalid ? { status: 'error' as const } : {}),
    ...(label ? { 'aria-label': label } : {}),
    'aria-describedby': describedBy,
  }
}

/** Draws a control for one calendar day. */
export function DayInput({ value, onChange, min, max, canClear = false, ...rest }: DayInputProps) {
  const { language } = useWords()
  return (
    <DatePicker
      {...shared(rest)}
      format={[...dayFormats(language)]}
      // Two empty fields side by side must show their names; a visible label already does.
      placeholder={rest.label || DAY_SHAPE[language]}
      // The picker would write the day under a resting mouse into the typed text.
      previewValue={false}
      allowClear={canClear}
      value={value === '' ? null : dayjs(value)}
      {...(min ? { minDate: dayjs(min) } : {})}
      {...(max ? { maxDate: dayjs(max) } : {})}
      onChange={next => onChange(next ? next.format(DAY) : '')}
    />
  )
}

/** Formats of whole calendar units: the first is shown, all can be typed. */
const UNIT_FORMATS = {
  month: ['YYYY-MM', 'YYYY/M', 'YYYYMM'],
  quarter: ['YYYY-[Q]Q'],
  year: ['YYYY'],
}

export interface UnitInputProps extends DateProps {
  readonly unit: keyof typeof UNIT_FORMATS
  /** A day in the unit, `YYYY-MM-DD`, or empty; `onChange` gets the first day of the chosen unit. */
  readonly value: string
  readonly onChange: (day: string) => void
  /** A day in the last unit that can be chosen. */
  readonly max?: string
  readonly canClear?: boolean
}

/** Draws a control for a calendar month, quarter or year. */
export function UnitInput({ unit, value, onChange, max, canClear = false, ...rest }: UnitInputProps) {
  const formats = UNIT_FORMATS[unit]
  return (
    <DatePicker
      {...shared(rest)}
      picker={unit}
      format={formats}
      placeholder={rest.label || formats[0] || ''}
      previewValue={false}
      allowClear={canClear}
      value={value === '' ? null : dayjs(value)}
      {...(max ? { maxDate: dayjs(max) } : {})}
      onChange={next => onChange(next ? next.format(DAY) : '')}
    />
  )
}

/** Draws a control for a calendar month, `YYYY-MM`; empty when none is chosen. */
export function MonthInput({ value, onChange, ...rest }: Omit<DayInputProps, 'min' | 'max'>) {
  const day = value === '' ? '' : `${value}-01`
  return <UnitInput {...rest} unit="month" value={day} onChange={next => onChange(next.slice(0, 'YYYY-MM'.length))} />
}

/** Draws the generated control of a month. */
export function MonthControl({ value, onChange, field, ...rest }: ControlProps) {
  const month = typeof value === 'string' ? value : ''
  const clear = field.optional === true
  return (
    <MonthInput
      {...rest}
      label=""
      canClear={clear}
      value={month}
      onChange={next => onChange(next === '' ? null : next)}
    />
  )
}

/**
 * Draws a control for a moment on the zone's clock. For a wall-clock time that occurs twice it takes the earlier moment, for one
 * that never occurs the moment of the clock change.
 */
export function InstantInput({ value, onChange, seconds = true, ...rest }: InstantInputProps) {
  const zone = useZone()
  const change = (text: string): void => {
    const parsed = parseLocalInstant(text, SECOND, zone)
    if (parsed.kind === 'exact') onChange(parsed.at)
    else if (parsed.kind === 'ambiguous') onChange(parsed.earlier)
    else onChange(parsed.kind === 'missing' ? parsed.gapAt : null)
  }
  const { language } = useWords()
  const format = seconds ? SECOND : MINUTE
  return (
    <DatePicker
      {...shared(rest)}
      showTime={{ format: seconds ? 'HH:mm:ss' : 'HH:mm' }}
      format={format}
      placeholder={format.replace(DAY, DAY_SHAPE[language])}
      previewValue={false}
      // The picker has no time zones: it takes and returns what the zone's clock shows.
      value={value === null ? null : dayjs(showInstant(value, zone))}
      onChange={next => change(next ? next.format(SECOND) : '')}
    />
  )
}

/** Draws the generated control of an instant. */
export function InstantControl({ value, onChange, ...rest }: ControlProps) {
  return (
    <InstantInput
      {...rest}
      label=""
      value={typeof value === 'number' && value >= 0 ? value : null}
      onChange={onChange}
    />
  )
}

/** Draws the generated control of an accounting day. */
export function DayControl({ value, onChange, ...rest }: ControlProps) {
  const day = typeof value === 'string' ? value : ''
  return <DayInput {...rest} label="" canClear value={day} onChange={next => onChange(next === '' ? null : next)} />
}
