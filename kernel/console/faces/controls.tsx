import { type Field, type FieldKindName, MONEY_SIGN, unitOfColumn } from '@wattyard/resource'
import { Button, Input, Select, Switch } from 'antd'
import { type ComponentType, useState } from 'react'
import { asText } from '@wattyard/resource'
import { typedDecimal } from '../format/typed-decimal.ts'
import {
  NO_VALUE,
  showDecimalText,
  showEveryDigit,
  showEveryWatt,
  UNIT_ALONE,
  type DecimalKind,
} from '@wattyard/resource'
import { showDuration } from '@wattyard/resource'
import type { Labels } from '@wattyard/resource'
import type { PointPickerProps } from '../map/point-picker.tsx'
import { LazyPointPicker } from '../map/lazy-map.tsx'
import { FileControl, RichTextControl } from '../documents/load-documents.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useWords } from '../words/use-words.ts'
import { RefControl } from './ref-control.tsx'
import { offeredValues } from '../words/own-words.ts'
import { choiceWord } from '@wattyard/resource'
import { typedDuration, typedInteger, typedPower, typedTime } from './typed.ts'

export interface ControlProps {
  readonly id: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly field: Field
  /** Full name of the field, such as `assets.station.status`. */
  readonly name: string
  readonly labels: Labels
  /**
   * Id of the record that the referenced record must lie within; null while it is not chosen, absent for references without one.
   */
  readonly container?: string | null | undefined
  readonly disabled: boolean
  readonly invalid: boolean
  /** Messages by place inside the value (`lat`, `0.name`); absent when the whole value is meant. */
  readonly parts?: Readonly<Record<string, string>> | undefined
  /** Ids of the help and the error, for assistive technology. */
  readonly describedBy: string | undefined
}

function common({ id, disabled, invalid, describedBy }: ControlProps) {
  return {
    id,
    disabled,
    ...(invalid ? { status: 'error' as const } : {}),
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
  }
}

function TextControl(props: ControlProps) {
  const { value, onChange, field } = props
  const type = { phone: 'tel', email: 'email', url: 'url' }[field.kind as string] ?? 'text'
  return (
    <Input
      {...common(props)}
      type={type}
      placeholder={field.kind === 'openHours' ? '08:00-22:00' : undefined}
      value={asText(value)}
      onChange={event => onChange(event.target.value)}
      autoComplete="off"
    />
  )
}

function NoteControl(props: ControlProps) {
  const { value, onChange } = props
  return (
    <Input.TextArea
      {...common(props)}
      rows={2}
      className="w-grows"
      value={asText(value)}
      onChange={event => onChange(event.target.value)}
    />
  )
}

function SecretControl(props: ControlProps) {
  return (
    <Input.Password
      {...common(props)}
      value={asText(props.value)}
      onChange={event => props.onChange(event.target.value)}
      autoComplete="new-password"
    />
  )
}

/** Texts beside a typed value inside its control. */
interface Affix {
  readonly prefix?: string
  readonly suffix?: string
  readonly placeholder?: string
}

/**
 * Creates a control for a value that people type in another form. While it has the focus it shows the typed text and converts it
 * into the wire's value on every key; without focus it shows the value in the people's form.
 */
function typedControl(
  show: (value: unknown, props: ControlProps, language: 'zh' | 'en' | 'es') => string,
  read: (typed: string, language: 'zh' | 'en' | 'es') => unknown,
  unit?: Affix | ((field: Field) => Affix),
) {
  return function TypedControl(props: ControlProps) {
    const { language } = useWords()
    const [typed, setTyped] = useState<string | null>(null)
    const shown = typed ?? show(props.value, props, language)
    return (
      <Input
        {...common(props)}
        inputMode="decimal"
        {...(typeof unit === 'function' ? unit(props.field) : unit)}
        className="w-num-input"
        value={shown}
        autoComplete="off"
        onFocus={() => setTyped(shown)}
        onBlur={() => setTyped(null)}
        onChange={event => {
          setTyped(event.target.value)
          props.onChange(read(event.target.value, language))
        }}
      />
    )
  }
}

/**
 * Creates the control of a decimal kind. It shows the value for people when it can be read, otherwise the typed text with the decimal
 * mark of its language: `2.345` of the wire, which has too many decimals for money, would read as two thousand in Spanish.
 */
const decimalControl = (kind: DecimalKind, unit?: Parameters<typeof typedControl>[2]) =>
  typedControl(
    (value, _props, language) => {
      if (asText(value) === '') return ''
      const shown = showEveryDigit(kind, value, language)
      return shown === NO_VALUE ? showDecimalText(asText(value), language) : shown
    },
    (typed, language) => typedDecimal(typed, language) || null,
    unit,
  )

const PowerControl = typedControl(
  (value, _props, language) => (typeof value === 'number' ? showEveryWatt(value, language) : asText(value)),
  typedPower,
  ({ kind }) => ({ suffix: unitOfColumn({ kind }) ?? '' }),
)
const DurationControl = typedControl(
  value => (typeof value === 'number' ? showDuration(value) : asText(value)),
  typedDuration,
  { suffix: 'h:mm:ss' },
)
const IntegerControl = typedControl(value => asText(value), typedInteger)
const TimeControl = typedControl(value => asText(value), typedTime, { placeholder: 'HH:mm' })
const QuantityControl = typedControl(
  (value, _props, language) => showDecimalText(asText(value), language),
  (typed, language) => typedDecimal(typed, language) || null,
  ({ unit }) => (unit ? { suffix: unit } : {}),
)

function OneOfControl(props: ControlProps) {
  const words = useWords()
  const { value, onChange, field, name } = props
  const held = asText(value)
  const values = offeredValues(field, name, held === '' ? [] : [held])
  return (
    <Select
      {...common(props)}
      value={held || undefined}
      onChange={onChange}
      options={values.map(one => ({ value: one, label: choiceWord(words, field, name, one) }))}
      allowClear={field.optional === true}
      onClear={() => onChange(null)}
      showSearch={{ optionFilterProp: 'label' }}
    />
  )
}

function TagsControl(props: ControlProps) {
  const words = useWords()
  const { value, onChange, field, name } = props
  const tags = Array.isArray(value) ? value.map(String) : []
  return (
    <Select
      {...common(props)}
      mode={field.values ? 'multiple' : 'tags'}
      tokenSeparators={[' ', ',', ';', '，', '；', '、']}
      value={tags}
      onChange={next => onChange(next)}
      options={(field.values ? offeredValues(field, name, tags) : tags).map(one => ({
        value: one,
        label: choiceWord(words, field, name, one),
      }))}
      {...(field.values ? { showSearch: { optionFilterProp: 'label' } } : {})}
      maxCount={field.max ?? 20}
    />
  )
}

function BooleanControl(props: ControlProps) {
  const { id, value, onChange, disabled, describedBy } = props
  return (
    <Switch id={id} disabled={disabled} checked={value === true} onChange={onChange} aria-describedby={describedBy} />
  )
}

function ZoneControl(props: ControlProps) {
  return (
    <Select
      {...common(props)}
      showSearch
      value={asText(props.value) || undefined}
      onChange={props.onChange}
      options={Intl.supportedValuesOf('timeZone').map(zone => ({ value: zone, label: zone }))}
    />
  )
}

/** Draws the control of a position: two numbers, and a map to press on; a page may give a map of its own. */
export function GeoControl({
  Picker = LazyPointPicker,
  ...props
}: ControlProps & { readonly Picker?: ComponentType<PointPickerProps> }) {
  const { t } = useWords()
  const { id, value, onChange, disabled, invalid, parts } = props
  /** Whether one of the two is wrong; both are, when the message names neither. */
  const isWrong = (key: 'lng' | 'lat'): boolean => invalid && (parts === undefined || key in parts)
  const [isPicking, setPicking] = useState(false)
  const part = (key: 'lng' | 'lat'): string => asText(Object.entries(value ?? {}).find(([name]) => name === key)?.[1])
  const change = (key: 'lng' | 'lat', text: string): void => {
    // A pair pasted from a map, "113.93, 22.53", fills both fields.
    const pair = /^\s*(-?\d{1,3}\.\d+)\s*[,，]\s*(-?\d{1,3}\.\d+)\s*$/.exec(text)
    const next = pair
      ? { lng: pair[1] ?? '', lat: pair[2] ?? '' }
      : { lng: part('lng'), lat: part('lat'), [key]: text.trim() }
    onChange(next.lng === '' && next.lat === '' ? null : next)
  }
  const ends = [
    ['lng', t('kit.lng')],
    ['lat', t('kit.lat')],
  ] as const
  return (
    <div>
      <div className="w-geo">
        {ends.map(([key, label]) => (
          <Input
            key={key}
            {...common({ ...props, id: key === 'lng' ? id : `${id}-lat`, invalid: isWrong(key) })}
            aria-label={label}
            prefix={label}
            inputMode="decimal"
            value={part(key)}
            onChange={event => change(key, event.target.value)}
          />
        ))}
        <Button
          disabled={disabled}
          aria-expanded={isPicking}
          onPointerEnter={() => LazyPointPicker.preload()}
          onClick={() => setPicking(!isPicking)}
        >
          {t(isPicking ? 'kit.map.closePicker' : 'kit.map.openPicker')}
        </Button>
      </div>
      {isPicking && !disabled && <Picker value={{ lng: part('lng'), lat: part('lat') }} onChange={onChange} />}
    </div>
  )
}

const loadDates = async () => import('./date-controls.tsx')
const InstantControl = lazyPart(async () => (await loadDates()).InstantControl)
const DayControl = lazyPart(async () => (await loadDates()).DayControl)
const MonthControl = lazyPart(async () => (await loadDates()).MonthControl)
const NoControl = () => null

/** Loads the controls of fields before they are shown, so that the first of them gets the focus. */
export async function prepareControls(fields: Iterable<Field>): Promise<void> {
  const kinds = new Set([...fields].map(({ kind }) => kind))
  if (kinds.has('instant')) await InstantControl.ready()
  if (kinds.has('businessDay')) await DayControl.ready()
  if (kinds.has('month')) await MonthControl.ready()
  if (kinds.has('richText')) await RichTextControl.ready()
}

/** Control of each field kind. `json` has no generated control: a page passes its own by a slot. */
export const CONTROLS: Readonly<Record<FieldKindName, ComponentType<ControlProps>>> = {
  text: TextControl,
  code: TextControl,
  serial: TextControl,
  note: NoteControl,
  oneOf: OneOfControl,
  tags: TagsControl,
  boolean: BooleanControl,
  integer: IntegerControl,
  money: decimalControl('money', { prefix: MONEY_SIGN }),
  price: decimalControl('price', { prefix: MONEY_SIGN, suffix: UNIT_ALONE.price }),
  energy: decimalControl('energy', { suffix: 'kWh' }),
  power: PowerControl,
  percent: decimalControl('percent', { suffix: '%' }),
  quantity: QuantityControl,
  instant: InstantControl,
  businessDay: DayControl,
  month: MonthControl,
  timeOfDay: TimeControl,
  openHours: TextControl,
  duration: DurationControl,
  phone: TextControl,
  email: TextControl,
  url: TextControl,
  ref: RefControl,
  refs: RefControl,
  geoPoint: GeoControl,
  zone: ZoneControl,
  secret: SecretControl,
  json: NoControl,
  file: FileControl,
  files: FileControl,
  image: FileControl,
  images: FileControl,
  richText: RichTextControl,
}
