import { useWords } from '@wattyard/console-kit'
import { AutoComplete, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { type FileMapping } from '../../contract/calls/import.ts'
import {
  columnsFor,
  MANY_COLUMNS,
  MAPPED_FIELDS,
  type MappedField,
  withColumns,
  withDecimal,
} from '../../contract/import/file-mapping.ts'
import { DATE_FORMATS, type FileHead, fittingFormats, timesOf } from '../../contract/import/guess-mapping.ts'

interface FormProps {
  head: FileHead
  mapping: FileMapping
  onChange: (mapping: FileMapping) => void
}

const NEEDED: ReadonlySet<MappedField> = new Set(['key', 'start', 'end', 'energy', 'station'])

/** Draws the assignment of columns to fields, with sample values, and the formats of dates, energy and money. */
export function MapForm({ head, mapping, onChange }: FormProps) {
  const { t } = useWords()
  const fields = MAPPED_FIELDS.filter(field => field !== 'currency' || mapping.price)
  return (
    <>
      <section>
        <h3 className="ch-small-head">{t('charging.importMap.columns')}</h3>
        <div className="ch-map">
          {fields.map(field => (
            <FieldRow key={field} field={field} head={head} mapping={mapping} onChange={onChange} />
          ))}
        </div>
      </section>
      <section>
        <h3 className="ch-small-head">{t('charging.importMap.manners')}</h3>
        <Manners head={head} mapping={mapping} onChange={onChange} />
      </section>
    </>
  )
}

function FieldRow({ field, head, mapping, onChange }: FormProps & { field: MappedField }) {
  const { t } = useWords()
  const columns = columnsFor(mapping, field)
  const counts = Map.groupBy(head.header, name => name)
  const options = [...counts].flatMap(([name, places]) =>
    name === '' ? [] : [{ value: name, label: name, disabled: places.length > 1 }],
  )
  const id = `import-column-${field}`
  const samples = timesOf(head, columns).slice(0, 2).join(' · ')
  const label = t(`charging.importMap.field.${field}`)
  const shared = { id, options, allowClear: true, showSearch: true, placeholder: t('charging.importMap.none') } as const
  return (
    <div className="ch-map-row">
      <label htmlFor={id}>
        {label}
        {NEEDED.has(field) && <span aria-hidden="true"> *</span>}
      </label>
      {MANY_COLUMNS.has(field) ? (
        <Select
          {...shared}
          mode="multiple"
          maxCount={8}
          value={columns}
          onChange={(value: string[]) => onChange(withColumns(mapping, field, value))}
        />
      ) : (
        <Select
          {...shared}
          value={columns[0] ?? null}
          onChange={(value: string | null | undefined) => onChange(withColumns(mapping, field, value ? [value] : []))}
        />
      )}
      {samples && <span className="w-quiet w-clip ch-map-sample">{samples}</span>}
      <Extra field={field} head={head} mapping={mapping} onChange={onChange} />
    </div>
  )
}

/** Draws the settings of a field besides its column. */
function Extra({ field, head, mapping, onChange }: FormProps & { field: MappedField }) {
  const { t } = useWords()
  if (field === 'station' && !mapping.station.column)
    return (
      <Input
        aria-label={t('charging.importMap.sameStation')}
        placeholder={t('charging.importMap.sameStation')}
        maxLength={200}
        value={mapping.station.constant ?? ''}
        onChange={event =>
          onChange({ ...mapping, station: event.target.value ? { constant: event.target.value } : {} })
        }
      />
    )
  if (field === 'currency' && mapping.price) {
    const { price } = mapping
    return (
      <Input
        aria-label={t('charging.importMap.sameCurrency')}
        placeholder={t('charging.importMap.sameCurrency')}
        maxLength={3}
        value={price.currency.constant ?? ''}
        onChange={event => {
          const currency = { ...price.currency, constant: event.target.value.toUpperCase() || undefined }
          onChange({ ...mapping, price: { ...price, currency } })
        }}
      />
    )
  }
  if (field !== 'state' || !mapping.state) return null
  const { state } = mapping
  const words = [...new Set(timesOf(head, [state.column]))].slice(0, 50)
  return (
    <Select
      mode="tags"
      aria-label={t('charging.importMap.finished')}
      placeholder={t('charging.importMap.finished')}
      value={state.finished}
      options={words.map(value => ({ value, label: value }))}
      onChange={(finished: string[]) => onChange({ ...mapping, state: { ...state, finished } })}
    />
  )
}

function Manner({ id, word, children }: { id: string; word: string; children: ReactNode }) {
  const { t } = useWords()
  return (
    <div className="ch-field">
      <label htmlFor={id}>{t(`charging.importMap.${word}`)}</label>
      {children}
    </div>
  )
}

function Manners({ head, mapping, onChange }: FormProps) {
  const { t } = useWords()
  const { energy, price, duration } = mapping
  const times = [...timesOf(head, mapping.start), ...timesOf(head, mapping.end ?? [])]
  const fitting = fittingFormats(times)
  const formats = [...fitting, ...DATE_FORMATS.filter(format => !fitting.includes(format))]
  const isOpen = fitting.some(one => one.startsWith('D')) && fitting.some(one => one.startsWith('M'))
  const choice = (words: readonly string[], base: string) =>
    words.map(value => ({ value, label: t(`charging.importMap.${base}.${value}`) }))
  return (
    <div className="ch-import-fields ch-import-small">
      <Manner id="import-instant" word="instant">
        <AutoComplete
          id="import-instant"
          value={mapping.instant}
          maxLength={40}
          options={formats.map(value => ({ value, label: value }))}
          onChange={(instant: string) => onChange({ ...mapping, instant })}
        />
        {isOpen && <small className="ch-sign">{t('charging.importMap.dayOrMonth')}</small>}
      </Manner>
      <Manner id="import-unit" word="energyUnit">
        <Select
          id="import-unit"
          value={energy.unit}
          options={['kWh', 'Wh'].map(value => ({ value, label: value }))}
          onChange={unit => onChange({ ...mapping, energy: { ...energy, unit: unit as 'kWh' | 'Wh' } })}
        />
      </Manner>
      <Manner id="import-decimal" word="decimal">
        <Select
          id="import-decimal"
          value={energy.decimal}
          options={[
            { value: '.' as const, label: '0.5' },
            { value: ',' as const, label: '0,5' },
          ]}
          onChange={decimal => onChange(withDecimal(mapping, decimal))}
        />
      </Manner>
      {duration && (
        <Manner id="import-duration" word="durationUnit">
          <Select
            id="import-duration"
            value={duration.unit}
            options={(['s', 'min', 'h', 'h:mm:ss'] as const).map(value => ({ value, label: value }))}
            onChange={unit => onChange({ ...mapping, duration: { ...duration, unit } })}
          />
        </Manner>
      )}
      {price && (
        <>
          <Manner id="import-money" word="moneyUnit">
            <Select
              id="import-money"
              value={String(price.perUnit)}
              options={choice(['1', '100'], 'perUnit')}
              onChange={value => onChange({ ...mapping, price: { ...price, perUnit: value === '100' ? 100 : 1 } })}
            />
          </Manner>
          <Manner id="import-sign" word="moneySign">
            <Select
              id="import-sign"
              value={price.sign as string}
              options={choice(['positive', 'negative'], 'moneySigns')}
              onChange={value =>
                onChange({ ...mapping, price: { ...price, sign: value === 'negative' ? 'negative' : 'positive' } })
              }
            />
          </Manner>
        </>
      )}
      <Manner id="import-source" word="source">
        <Input
          id="import-source"
          value={mapping.id}
          maxLength={40}
          onChange={event => onChange({ ...mapping, id: event.target.value.toLowerCase().replace(/[^a-z0-9-]/g, '') })}
        />
        <small className="w-quiet">{t('charging.importMap.sourceHint')}</small>
      </Manner>
    </div>
  )
}
