import type { Field } from '@wattyard/resource'
import { Button } from 'antd'
import { type FormEvent, type ReactNode, useState } from 'react'
import { typedDecimal } from '../format/typed-decimal.ts'
import { splitTags } from '../format/text.ts'
import { DATE_PRESETS, type DatePreset, presetDays } from '../format/time.ts'
import type { FilterValue, Presence } from '../resource/list/list-state.ts'
import { type FilterShape, filterShapeOf } from '../resource/records.ts'
import { DayInput, MonthInput } from '../ui/date-input.tsx'
import { useZone } from '../ui/shown.tsx'
import { ErrorState } from '../ui/states.tsx'
import { useWords } from '../words/use-words.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { CodeWords } from './code-filter.tsx'
import { useRefOptions } from './ref-options.ts'
import { allValues } from '../words/own-words.ts'
import { choiceWord } from '@wattyard/resource'
import { useTwoEnds } from './two-ends.ts'
import { typedDuration, typedPower, typedTime } from './typed.ts'

const CodeFilter = lazyPart(async () => (await import('./code-filter.tsx')).CodeFilter)

export interface FilterEditorProps {
  readonly field: Field
  readonly name: string
  readonly value: FilterValue | undefined
  /** Codes of a text column, which people choose by their words. */
  readonly codes?: CodeWords | undefined
  /** Applies and closes. */
  readonly onApply: (value: FilterValue | undefined) => void
  /** Applies at once and stays open. */
  readonly onChange: (value: FilterValue | undefined) => void
}

/** Meaning of a filter's values. */
type Mode = 'is' | 'not' | Presence

/** Filter shapes that can be negated; the opposite of a range would be two ranges. */
const CAN_TURN: ReadonlySet<FilterShape> = new Set(['choices', 'ref', 'text', 'words'])

function modesOf(field: Field): Mode[] {
  const turned: Mode[] = CAN_TURN.has(filterShapeOf(field)) && field.kind !== 'boolean' ? ['is', 'not'] : ['is']
  // Lists may be empty although they are compulsory.
  const mayLack = field.optional === true || field.kind === 'tags' || field.kind === 'refs'
  return mayLack ? [...turned, 'empty', 'filled'] : turned
}

function modeOf(value: FilterValue | undefined): Mode {
  if (value && 'is' in value) return value.is
  return value && 'not' in value && value.not ? 'not' : 'is'
}

const isTurnable = (value: FilterValue): value is Extract<FilterValue, { not?: true }> =>
  'values' in value || 'text' in value

/** Returns a filter on its values, or on all other values. */
function turned(value: FilterValue | undefined, mode: Mode): FilterValue | undefined {
  if (!value || 'is' in value) return undefined
  if (!isTurnable(value)) return value
  const { not: _not, ...plain } = value
  return mode === 'not' ? { ...plain, not: true } : plain
}

/** Draws the editor of a filter: the meaning of its values, and the values. */
export function FilterEditor(props: FilterEditorProps) {
  const { field, value, onApply, onChange } = props
  const { t } = useWords()
  const modes = modesOf(field)
  const [mode, setMode] = useState(modeOf(value))
  const choose = (next: Mode): void => {
    setMode(next)
    if (next === 'empty' || next === 'filled') onApply({ is: next })
    else onChange(turned(value, next))
  }
  const isPresence = mode === 'empty' || mode === 'filled'
  return (
    <>
      {modes.length > 1 && (
        <select
          className="w-input w-filter-mode"
          aria-label={t('kit.filter.mode')}
          value={mode}
          // The option's values are modes.
          onChange={event => choose(event.target.value as Mode)}
        >
          {modes.map(one => (
            <option key={one} value={one}>
              {t(`kit.filter.${one}`)}
            </option>
          ))}
        </select>
      )}
      {!isPresence && (
        <ValueEditor
          {...props}
          value={turned(value, 'is')}
          onApply={next => onApply(turned(next, mode))}
          onChange={next => onChange(turned(next, mode))}
        />
      )}
    </>
  )
}

/** Draws the editor of the values of each kind: ticks apply at once, typed values apply on Enter. */
function ValueEditor(props: FilterEditorProps) {
  if (props.codes) return <CodeFilter codes={props.codes} value={props.value} onApply={props.onApply} />
  switch (filterShapeOf(props.field)) {
    case 'choices':
      return <ChoiceFilter {...props} />
    case 'ref':
      return <RefFilter {...props} />
    case 'text':
    case 'words':
      return <TextFilter {...props} />
    case 'range':
      return <RangeFilter {...props} />
    case 'days':
      return <DayFilter {...props} />
    case 'months':
      return <MonthFilter {...props} />
    case 'none':
      return null
  }
}

const valuesOf = (value: FilterValue | undefined): readonly string[] => (value && 'values' in value ? value.values : [])

interface TicksProps {
  options: readonly { id: string; label: string }[]
  chosen: readonly string[]
  onChange: FilterEditorProps['onChange']
  children?: ReactNode
}

function Ticks({ options, chosen, onChange, children }: TicksProps) {
  // A tick shows at once. The address, and `chosen` with it, follows after the router has updated.
  const [ticked, setTicked] = useState(chosen)
  const toggle = (id: string, on: boolean): void => {
    const next = on ? [...ticked, id] : ticked.filter(one => one !== id)
    setTicked(next)
    onChange(next.length > 0 ? { values: next } : undefined)
  }
  return (
    <div className="w-ticks">
      {children}
      {options.map(({ id, label }) => (
        <label key={id} className="w-tick">
          <input type="checkbox" checked={ticked.includes(id)} onChange={event => toggle(id, event.target.checked)} />
          <span className="w-clip">{label}</span>
        </label>
      ))}
    </div>
  )
}

function ChoiceFilter({ field, name, value, onChange }: FilterEditorProps) {
  const words = useWords()
  const { t } = words
  const options =
    field.kind === 'boolean'
      ? [
          { id: 'true', label: t('shared.yes') },
          { id: 'false', label: t('shared.no') },
        ]
      : // What is not offered any more may still be looked for.
        allValues(field, name).map(one => ({ id: one, label: choiceWord(words, field, name, one) }))
  return <Ticks options={options} chosen={valuesOf(value)} onChange={onChange} />
}

function RefFilter({ field, name, value, onChange }: FilterEditorProps) {
  const { t } = useWords()
  const [typed, setTyped] = useState('')
  const chosen = valuesOf(value)
  const { options, loading, error, again } = useRefOptions(field.of ?? '', typed, chosen, {
    heldBy: field.only && name,
  })
  return (
    <Ticks options={options} chosen={chosen} onChange={onChange}>
      <input
        className="w-input"
        type="search"
        data-autofocus=""
        aria-label={t('kit.search')}
        placeholder={t('kit.search')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      {error && !loading ? <ErrorState error={error} onRetry={again} /> : null}
      {options.length === 0 && !error && (
        <p className="w-quiet w-ticks-none">{t(loading ? 'kit.loading' : 'kit.noMatch')}</p>
      )}
    </Ticks>
  )
}

function Foot({ onClear }: { onClear: () => void }) {
  const { t } = useWords()
  return (
    <div className="w-popover-foot">
      <Button size="small" onClick={onClear}>
        {t('kit.clear')}
      </Button>
      <Button size="small" type="primary" htmlType="submit">
        {t('kit.apply')}
      </Button>
    </div>
  )
}

function TextFilter({ field, value, onApply }: FilterEditorProps) {
  const { t } = useWords()
  const isWords = filterShapeOf(field) === 'words'
  const [typed, setTyped] = useState(() => (value && 'text' in value ? value.text : valuesOf(value).join(' ')))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const text = typed.trim()
    if (text === '') onApply(undefined)
    else onApply(isWords ? { values: splitTags(text) } : { text })
  }
  return (
    <form className="w-popover-form" onSubmit={submit}>
      <input
        className="w-input"
        type="search"
        maxLength={200}
        aria-label={t('kit.contains')}
        placeholder={t('kit.contains')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      <Foot onClear={() => onApply(undefined)} />
    </form>
  )
}

function RangeFilter({ field, value, onApply }: FilterEditorProps) {
  const { t, language } = useWords()
  const shown = (wire: string): string => (field.kind === 'power' ? String(Number(wire) / 1000) : wire)
  const unit = field.kind === 'power' ? 'kW' : field.unit
  const wire = (typed: string): string => {
    if (field.kind === 'power') return String(typedPower(typed, language) ?? '')
    if (field.kind === 'timeOfDay') return typedTime(typed) ?? ''
    return field.kind === 'duration' ? String(typedDuration(typed) ?? '') : typedDecimal(typed, language)
  }
  const { from, to, setFrom, setTo, submit } = useTwoEnds(value, onApply, { shown, wire })
  return (
    <form className="w-popover-form" onSubmit={submit}>
      <div className="w-row">
        <input
          className="w-input"
          inputMode="decimal"
          aria-label={t('kit.from')}
          placeholder={t('kit.from')}
          value={from}
          onChange={event => setFrom(event.target.value)}
        />
        <span aria-hidden="true">–</span>
        <input
          className="w-input"
          inputMode="decimal"
          aria-label={t('kit.to')}
          placeholder={t('kit.to')}
          value={to}
          onChange={event => setTo(event.target.value)}
        />
        {unit && <span className="w-quiet">{unit}</span>}
      </div>
      <Foot onClear={() => onApply(undefined)} />
    </form>
  )
}

function MonthFilter({ value, onApply }: FilterEditorProps) {
  const { t } = useWords()
  const { from, to, setFrom, setTo, submit } = useTwoEnds(value, onApply, { isOrdered: true })
  return (
    <form className="w-popover-form" onSubmit={submit}>
      <div className="w-calendar-here">
        <div className="w-row">
          <MonthInput canClear label={t('kit.from')} value={from} onChange={setFrom} />
          <span aria-hidden="true">–</span>
          <MonthInput canClear label={t('kit.to')} value={to} onChange={setTo} />
        </div>
      </div>
      <Foot onClear={() => onApply(undefined)} />
    </form>
  )
}

/** Last day of a filter, which stops typing errors in the year. */
const LAST_DAY = '2199-12-31'
// The keys of DATE_PRESETS are its presets.
const PRESETS = Object.keys(DATE_PRESETS) as DatePreset[]

function DayFilter({ value, onApply }: FilterEditorProps) {
  const { t } = useWords()
  const zone = useZone()
  const { from, to, setFrom, setTo, submit } = useTwoEnds(value, onApply, { isOrdered: true })
  return (
    <form className="w-popover-form" onSubmit={submit}>
      <div className="w-presets">
        {PRESETS.map(preset => (
          <Button key={preset} size="small" onClick={() => onApply(presetDays(preset, Date.now(), zone))}>
            {t(`kit.preset.${preset}`)}
          </Button>
        ))}
      </div>
      <div className="w-calendar-here">
        <div className="w-row">
          <DayInput canClear label={t('kit.from')} max={LAST_DAY} value={from} onChange={setFrom} />
          <span aria-hidden="true">–</span>
          <DayInput canClear label={t('kit.to')} max={LAST_DAY} value={to} onChange={setTo} />
        </div>
      </div>
      <Foot onClear={() => onApply(undefined)} />
    </form>
  )
}
