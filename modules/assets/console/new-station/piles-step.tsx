import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { NumberInput, useWords } from '@wattyard/console-kit'
import { Button, Input } from 'antd'
import { useEffect, useId, useRef } from 'react'
import { MOST_NEW_PILES } from '../../contract/calls/new-station.ts'
import {
  type Bounds,
  COUNT_BOUNDS,
  FIRST_BOUNDS,
  isWithin,
  LONGEST_CODE,
  type NewPile,
  numberedPiles,
  type PileNumbers,
} from './pile-rows.ts'
import './new-station.css'

const FIELDS = ['code', 'identity'] as const
/** Largest length in characters: the code of a plate, and an OCPP identity. */
const LONGEST = { code: LONGEST_CODE, identity: 48 } as const

export interface PilesStepProps {
  readonly numbers: PileNumbers
  readonly onChange: (numbers: PileNumbers) => void
  /** Messages by row and field, such as `3.code`; `all` for those of no row. */
  readonly errors: Readonly<Record<string, string>>
  /** Increases whenever errors are shown, so that the first of them gets the focus. */
  readonly shownErrors: number
}

/** Draws the piles' numbers: generated after a prefix, and each editable to match its plate. */
export function PilesStep({ numbers, onChange, errors, shownErrors }: PilesStepProps) {
  const { t } = useWords()
  const { rows } = numbers
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (shownErrors === 0) return
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }, [shownErrors])
  const setRow = (at: number, change: Partial<NewPile>): void =>
    onChange({ ...numbers, rows: rows.map((row, one) => (one === at ? { ...row, ...change } : row)) })
  return (
    <div ref={place} className="w-form-part">
      <Numbering numbers={numbers} onChange={onChange} />
      {errors.all && (
        <p className="w-field-error" role="alert">
          {errors.all}
        </p>
      )}
      {rows.length > 0 && (
        <ol className="as-piles" aria-label={t('assets.newStation.piles')}>
          {rows.map((row, at) => (
            // Rows have no id before they are stored; the server's messages also use their index.
            <PileRow
              key={at}
              at={at}
              row={row}
              errors={errors}
              onChange={change => setRow(at, change)}
              onRemove={() => onChange({ ...numbers, rows: rows.toSpliced(at, 1) })}
            />
          ))}
        </ol>
      )}
      {rows.length > 0 && rows.length < MOST_NEW_PILES && (
        <Button
          className="as-add"
          icon={<PlusOutlined />}
          onClick={() => onChange({ ...numbers, rows: [...rows, { code: '', identity: '' }] })}
        >
          {t('assets.newStation.add')}
        </Button>
      )}
    </div>
  )
}

/** Draws prefix, first number and count, and generates the rows at the person's request. */
function Numbering({ numbers, onChange }: Pick<PilesStepProps, 'numbers' | 'onChange'>) {
  const { t } = useWords()
  const id = useId()
  const { prefix, first, count, rows } = numbers
  return (
    <div className="as-numbering">
      <WholeNumber
        label={t('assets.newStation.count')}
        bounds={COUNT_BOUNDS}
        value={count}
        onChange={value => onChange({ ...numbers, count: value })}
      />
      <div className="w-field">
        <label htmlFor={`${id}-prefix`}>{t('assets.newStation.prefix')}</label>
        <Input
          id={`${id}-prefix`}
          maxLength={LONGEST_CODE - 2}
          value={prefix}
          onChange={({ target }) => onChange({ ...numbers, prefix: target.value })}
        />
      </div>
      <WholeNumber
        label={t('assets.newStation.first')}
        bounds={FIRST_BOUNDS}
        value={first}
        onChange={value => onChange({ ...numbers, first: value })}
      />
      <Button
        disabled={!isWithin(count, COUNT_BOUNDS) || !isWithin(first, FIRST_BOUNDS)}
        onClick={() => onChange({ ...numbers, rows: numberedPiles(numbers) })}
      >
        {t(rows.length > 0 ? 'assets.newStation.numberAnew' : 'assets.newStation.number')}
      </Button>
    </div>
  )
}

interface WholeNumberProps {
  readonly label: string
  readonly bounds: Bounds
  readonly value: number
  readonly onChange: (value: number) => void
}

/** Draws the control of a whole number. One out of bounds stays as typed and is told: set to a bound, it would look like the person's. */
function WholeNumber({ label, bounds, value, onChange }: WholeNumberProps) {
  const { t } = useWords()
  const id = useId()
  const isBad = !isWithin(value, bounds)
  return (
    <div className="w-field">
      <label htmlFor={id}>{label}</label>
      <NumberInput
        id={id}
        precision={0}
        value={value}
        {...(isBad ? { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {})}
        onChange={typed => onChange(typed ?? 1)}
      />
      {isBad && (
        <p id={`${id}-error`} className="w-field-error" role="alert">
          {t('assets.newStation.bounds', { ...bounds })}
        </p>
      )}
    </div>
  )
}

interface PileRowProps {
  readonly at: number
  readonly row: NewPile
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (change: Partial<NewPile>) => void
  readonly onRemove: () => void
}

function PileRow({ at, row, errors, onChange, onRemove }: PileRowProps) {
  const { t } = useWords()
  const id = useId()
  return (
    <li className="as-pile">
      <span className="w-num w-quiet" aria-hidden="true">
        {at + 1}
      </span>
      {FIELDS.map(field => {
        const error = errors[`${at}.${field}`]
        return (
          <div key={field} className="w-field">
            <label htmlFor={`${id}-${field}`}>{t(`assets.pile.${field}`)}</label>
            <Input
              id={`${id}-${field}`}
              maxLength={LONGEST[field]}
              value={row[field]}
              {...(error ? { status: 'error' as const, 'aria-describedby': `${id}-${field}-error` } : {})}
              aria-invalid={error !== undefined}
              onChange={({ target }) => onChange({ [field]: target.value })}
            />
            {error && (
              <p id={`${id}-${field}-error`} className="w-field-error" role="alert">
                {error}
              </p>
            )}
          </div>
        )
      })}
      <button
        type="button"
        className="w-icon-button"
        aria-label={t('assets.newStation.remove', { number: at + 1 })}
        title={t('assets.newStation.remove', { number: at + 1 })}
        onClick={onRemove}
      >
        <DeleteOutlined />
      </button>
    </li>
  )
}
