import { isBusinessDay } from '@wattyard/time'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/es'
import 'dayjs/locale/zh-cn'
import { type ReactNode, useRef, useState } from 'react'
import { showInstant } from '../format/time.ts'
import { useZone } from '../ui/shown.tsx'
import { useWords } from '../words/use-words.ts'
import type { ControlProps } from './controls.tsx'
import { DAY, DAY_SHAPE, dayFormats } from './day-formats.ts'
import { typedDay, typedInstant } from './typed.ts'

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
  /** Gets typed text that is no day; without it such text is marked as wrong, and no day is chosen. */
  readonly onUnreadable?: (typed: string) => void
  /** Gets a typed day outside `min` and `max`, which is not chosen. */
  readonly onBeyond?: (day: string) => void
}

export interface InstantInputProps extends DateProps {
  /** Epoch milliseconds; null for none. */
  readonly value: number | null
  readonly onChange: (at: number | null) => void
  /** Shows and sets seconds; minutes are enough for most plans. */
  readonly seconds?: boolean
  /** Gets typed text that is no moment; without it such text is marked as wrong, and no moment is chosen. */
  readonly onUnreadable?: (typed: string) => void
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

interface TypedProps {
  /** Gets the text of the input when it is left or entered, if something was typed. */
  readonly onTyped: (text: string) => void
  readonly children: ReactNode
}

/**
 * Reads what people type into a picker. The picker itself takes a text only in one of its formats and drops any other without a
 * word. It is read before the picker and the form see the key.
 */
function Typed({ onTyped, children }: TypedProps) {
  const typed = useRef<string | null>(null)
  const take = (): void => {
    const text = typed.current
    typed.current = null
    if (text !== null && text.trim() !== '') onTyped(text)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it listens to the picker inside
    <div
      onInputCapture={({ target }) => {
        typed.current = target instanceof HTMLInputElement ? target.value : null
      }}
      onBlurCapture={take}
      onKeyDownCapture={({ key }) => {
        if (key === 'Enter') take()
      }}
    >
      {children}
    </div>
  )
}

/** Draws a control for one calendar day. */
export function DayInput(props: DayInputProps) {
  const { value, onChange, min, max, canClear = false, onUnreadable, onBeyond, ...rest } = props
  const { language } = useWords()
  /** Value beside which the typed text is wrong; another value has replaced the text. */
  const [wrongBeside, setWrong] = useState<string | null>(null)
  const choose = (day: string): void => {
    setWrong(null)
    onChange(day)
  }
  const take = (text: string): void => {
    const day = typedDay(text, language) ?? ''
    const isChosen = isBusinessDay(day) && day >= (min ?? day) && day <= (max ?? day)
    if (isChosen) return choose(day)
    if (onBeyond && isBusinessDay(day)) return onBeyond(day)
    setWrong(onUnreadable || canClear ? '' : value)
    if (onUnreadable) onUnreadable(text)
    else if (canClear) onChange('')
  }
  return (
    <Typed onTyped={take}>
      <DatePicker
        {...shared({ ...rest, invalid: rest.invalid === true || wrongBeside === value })}
        preserveInvalidOnBlur
        format={[...dayFormats(language)]}
        // Two empty fields side by side must show their names; a visible label already does.
        placeholder={rest.label || DAY_SHAPE[language]}
        // The picker would write the day under a resting mouse into the typed text.
        previewValue={false}
        allowClear={canClear}
        value={value === '' ? null : dayjs(value)}
        {...(min ? { minDate: dayjs(min) } : {})}
        {...(max ? { maxDate: dayjs(max) } : {})}
        onChange={next => choose(next ? next.format(DAY) : '')}
      />
    </Typed>
  )
}

/** Formats of whole calendar units: the first is shown, all can be typed. */
const UNIT_FORMATS = {
  month: ['YYYY-MM', 'YYYY/M', 'YYYYMM'],
  quarter: ['YYYY-[Q]Q'],
  year: ['YYYY'],
}

const UNIT_SHAPES = {
  month: /^(?<year>\d{4})[-/]?(?<part>0?[1-9]|1[0-2])$/,
  quarter: /^(?<year>\d{4})-Q(?<part>[1-4])$/i,
  year: /^(?<year>\d{4})$/,
}

/** Returns the first day of a typed month, quarter or year; null for what is none. */
function typedUnit(unit: keyof typeof UNIT_SHAPES, text: string): string | null {
  const { year, part = '1' } = UNIT_SHAPES[unit].exec(text.trim())?.groups ?? {}
  if (year === undefined) return null
  const month = unit === 'quarter' ? Number(part) * 3 - 2 : Number(part)
  return `${year}-${String(month).padStart(2, '0')}-01`
}

export interface UnitInputProps extends DateProps {
  readonly unit: keyof typeof UNIT_FORMATS
  /** A day in the unit, `YYYY-MM-DD`, or empty; `onChange` gets the first day of the chosen unit. */
  readonly value: string
  readonly onChange: (day: string) => void
  /** A day in the last unit that can be chosen. */
  readonly max?: string
  readonly canClear?: boolean
  /** Gets the first day of a typed unit after `max`, which is not chosen. */
  readonly onBeyond?: (day: string) => void
}

/** Draws a control for a calendar month, quarter or year. */
export function UnitInput({ unit, value, onChange, max, canClear = false, onBeyond, ...rest }: UnitInputProps) {
  const formats = UNIT_FORMATS[unit]
  const take = (text: string): void => {
    const day = typedUnit(unit, text)
    if (day !== null && max !== undefined && day > max) onBeyond?.(day)
  }
  return (
    <Typed onTyped={take}>
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
    </Typed>
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
export function InstantInput({ value, onChange, seconds = true, onUnreadable, ...rest }: InstantInputProps) {
  const zone = useZone()
  const { language } = useWords()
  const [isWrong, setWrong] = useState(false)
  const take = (text: string): void => {
    const at = typedInstant(text, zone, language)
    setWrong(typeof at === 'string')
    if (typeof at !== 'string') onChange(at)
    else if (onUnreadable) onUnreadable(at)
    else onChange(null)
  }
  const format = seconds ? SECOND : MINUTE
  return (
    <Typed onTyped={take}>
      <DatePicker
        {...shared({ ...rest, invalid: rest.invalid === true || (isWrong && value === null) })}
        preserveInvalidOnBlur
        showTime={{ format: seconds ? 'HH:mm:ss' : 'HH:mm' }}
        format={format}
        placeholder={format.replace(DAY, DAY_SHAPE[language])}
        previewValue={false}
        // The picker has no time zones: it takes and returns what the zone's clock shows.
        value={value === null ? null : dayjs(showInstant(value, zone))}
        onChange={next => take(next ? next.format(SECOND) : '')}
      />
    </Typed>
  )
}

/** Draws the generated control of an instant. Text that is no moment becomes the value, which the form then refuses. */
export function InstantControl({ value, onChange, ...rest }: ControlProps) {
  return (
    <InstantInput
      {...rest}
      label=""
      value={typeof value === 'number' && value >= 0 ? value : null}
      onChange={onChange}
      onUnreadable={onChange}
    />
  )
}

/** Draws the generated control of an accounting day. Text that is no day becomes the value, which the form then refuses. */
export function DayControl({ value, onChange, ...rest }: ControlProps) {
  const day = typeof value === 'string' && isBusinessDay(value) ? value : ''
  return (
    <DayInput
      {...rest}
      label=""
      canClear
      value={day}
      onChange={next => onChange(next === '' ? null : next)}
      onUnreadable={onChange}
    />
  )
}
