import {
  beginningOf,
  choiceWord,
  dictionaryOf,
  type Field,
  type FieldKindName,
  type Labels,
  NO_VALUE,
  type Reading,
  showDecimalText,
  showQuantityInColumn,
} from '@wattyard/resource'
import type { ComponentType } from 'react'
import { useWords } from '../words/use-words.ts'
import { Count, Decimal, Duration, Power, StatusTag, When } from '../ui/shown.tsx'
import { hasColour } from '../words/tone.ts'
import { FileCell, RichTextCell } from '../documents/load-documents.ts'

export interface CellProps {
  readonly value: unknown
  readonly field: Field
  /** Full name of the field, such as `assets.station.status`. */
  readonly name: string
  readonly labels: Labels
  /** The cell stands below a head that names the unit. */
  readonly inColumn?: boolean
  /** How the field reads beyond its kind. */
  readonly reading?: Reading | undefined
}

export interface CellFace {
  readonly Cell: ComponentType<CellProps>
  /** Width of a column in pixels until a person changes it. */
  readonly width: number
  readonly align?: 'end'
}

const Nothing = () => <span className="w-quiet">{NO_VALUE}</span>
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const idsOf = (value: unknown): string[] => [value].flat().filter((one): one is string => typeof one === 'string')

function TextCell({ value, field, name, reading }: CellProps) {
  const words = useWords()
  if (isNothing(value)) return <Nothing />
  const text = textOf(value)
  if (reading?.first !== undefined)
    return <CodeCell value={value} field={field} name={name} labels={{}} reading={reading} />
  return <span title={text}>{choiceWord(words, field, name, text)}</span>
}

/** Draws a code, and of a fingerprint its beginning; the title has all of it. */
function CodeCell({ value, reading }: CellProps) {
  if (isNothing(value)) return <Nothing />
  const text = textOf(value)
  return (
    <span className="w-mono" title={reading?.first === undefined ? undefined : text}>
      {beginningOf(text, reading?.first)}
    </span>
  )
}

/** Draws a status as a coloured word, and a classification (no value is good, bad or busy) as plain text. */
function OneOfCell({ value, field, name }: CellProps) {
  const words = useWords()
  const word = typeof value === 'string' ? value : ''
  if (word === '' || hasColour(field, name)) return <StatusTag of={dictionaryOf(field, name)} value={word} />
  return <span>{choiceWord(words, field, name, word)}</span>
}

function TagsCell({ value, field, name }: CellProps) {
  const words = useWords()
  const tags = idsOf(value)
  if (tags.length === 0) return <Nothing />
  const isColoured = field.values !== undefined && hasColour(field, name)
  return (
    <span className="w-tags" title={tags.map(tag => choiceWord(words, field, name, tag)).join(' · ')}>
      {tags.map(tag =>
        isColoured ? (
          <StatusTag key={tag} of={dictionaryOf(field, name)} value={tag} />
        ) : (
          <span key={tag} className="w-tag" data-plain="">
            {choiceWord(words, field, name, tag)}
          </span>
        ),
      )}
    </span>
  )
}

function BooleanCell({ value }: CellProps) {
  const { t } = useWords()
  if (typeof value !== 'boolean') return <Nothing />
  return <span className={value ? undefined : 'w-quiet'}>{t(value ? 'shared.yes' : 'shared.no')}</span>
}

function RefCell({ value, field, labels }: CellProps) {
  const known = labels[field.of ?? ''] ?? {}
  const texts = idsOf(value).map(id => known[id] ?? id)
  if (texts.length === 0) return <Nothing />
  return <span title={texts.join('\n')}>{texts.join(', ')}</span>
}

function UrlCell({ value }: CellProps) {
  if (typeof value !== 'string' || !value.startsWith('https://')) return <Nothing />
  return (
    <a href={value} target="_blank" rel="noopener noreferrer">
      {value}
    </a>
  )
}

function GeoCell({ value }: CellProps) {
  if (value === null || typeof value !== 'object' || !('lng' in value) || !('lat' in value)) return <Nothing />
  return <span className="w-num">{`${textOf(value.lng)}, ${textOf(value.lat)}`}</span>
}

function SecretCell() {
  return <span className="w-quiet">••••••</span>
}

function JsonCell({ value }: CellProps) {
  return isNothing(value) ? <Nothing /> : <span className="w-mono">{textOf(value)}</span>
}

const decimal = (kind: 'money' | 'price' | 'energy' | 'percent') =>
  function DecimalCell({ value, inColumn = false }: CellProps) {
    return <Decimal kind={kind} value={value} unit={!inColumn} aligned={inColumn} />
  }

function QuantityCell({ value, field, inColumn = false }: CellProps) {
  const { language } = useWords()
  if (typeof value !== 'string') return <Nothing />
  return (
    <span className="w-num">
      {inColumn ? showQuantityInColumn(value, field.decimals ?? 0, language) : showDecimalText(value, language)}
      {field.unit && !inColumn && <small className="w-quiet"> {field.unit}</small>}
    </span>
  )
}

function PlainCell({ value }: CellProps) {
  return isNothing(value) ? <Nothing /> : <span className="w-num">{textOf(value)}</span>
}

const asNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Cell component, width and alignment of each field kind, for tables and details. */
export const CELLS: Readonly<Record<FieldKindName, CellFace>> = {
  text: { Cell: TextCell, width: 160 },
  code: { Cell: CodeCell, width: 124 },
  serial: { Cell: CodeCell, width: 190 },
  note: { Cell: TextCell, width: 240 },
  oneOf: { Cell: OneOfCell, width: 108 },
  tags: { Cell: TagsCell, width: 164 },
  boolean: { Cell: BooleanCell, width: 84 },
  integer: { Cell: ({ value }) => <Count value={asNumber(value)} />, width: 84, align: 'end' },
  money: { Cell: decimal('money'), width: 120, align: 'end' },
  price: { Cell: decimal('price'), width: 110, align: 'end' },
  energy: { Cell: decimal('energy'), width: 130, align: 'end' },
  power: {
    Cell: ({ value, inColumn = false }) => <Power watts={value} unit={!inColumn} />,
    width: 104,
    align: 'end',
  },
  percent: { Cell: decimal('percent'), width: 96, align: 'end' },
  quantity: { Cell: QuantityCell, width: 104, align: 'end' },
  instant: { Cell: ({ value }) => <When at={asNumber(value)} />, width: 156 },
  businessDay: { Cell: PlainCell, width: 110 },
  month: { Cell: PlainCell, width: 92 },
  timeOfDay: { Cell: PlainCell, width: 84, align: 'end' },
  openHours: { Cell: TextCell, width: 150 },
  duration: { Cell: ({ value }) => <Duration seconds={asNumber(value)} />, width: 96, align: 'end' },
  phone: { Cell: PlainCell, width: 122 },
  email: { Cell: TextCell, width: 180 },
  url: { Cell: UrlCell, width: 200 },
  ref: { Cell: RefCell, width: 174 },
  refs: { Cell: RefCell, width: 200 },
  geoPoint: { Cell: GeoCell, width: 190 },
  zone: { Cell: TextCell, width: 140 },
  secret: { Cell: SecretCell, width: 90 },
  json: { Cell: JsonCell, width: 200 },
  file: { Cell: FileCell, width: 180 },
  files: { Cell: FileCell, width: 180 },
  image: { Cell: FileCell, width: 90 },
  images: { Cell: FileCell, width: 140 },
  richText: { Cell: RichTextCell, width: 260 },
}
