import { DayInput, useRefOptions, useWords } from '@wattyard/console-kit'
import { Select } from 'antd'
import { useState } from 'react'
import { type BillView, monthRange, usualRanges } from './use-bill-filter.ts'

/** Which days and which station. */
export function BillTools({ view }: { view: BillView }) {
  const { filter, today, set } = view
  const { t } = useWords()
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const chosen = filter.station === '' ? [] : [filter.station]
  const { options, loading } = useRefOptions('assets.station', typed, chosen, opened)
  const day = (key: 'from' | 'to') => (
    <DayInput
      label={t(`finance.bill.${key}`)}
      value={filter[key]}
      max={today}
      {...(key === 'to' ? { min: filter.from } : {})}
      onChange={value => {
        const isBefore = key === 'from' && value > filter.to
        set({ [`f.day.${key}`]: value, ...(isBefore ? { 'f.day.to': today } : {}), day: '' })
      }}
    />
  )
  return (
    <div className="fb-tools w-no-print">
      <fieldset className="fb-usual" aria-label={t('finance.bill.range')}>
        {usualRanges(today).map(({ word, from, to }) => (
          <button
            key={word}
            type="button"
            aria-pressed={from === filter.from && to === filter.to}
            onClick={() => set({ 'f.day.from': from, 'f.day.to': to, day: '' })}
          >
            {t(`finance.bill.${word}`)}
          </button>
        ))}
      </fieldset>
      <span className="fb-range">
        {day('from')}
        <span aria-hidden="true">–</span>
        {day('to')}
      </span>
      <Select
        className="fb-select"
        showSearch={{ filterOption: false, onSearch: setTyped }}
        allowClear
        loading={loading}
        value={filter.station || undefined}
        placeholder={t('finance.bill.allStations')}
        aria-label={t('finance.bill.station')}
        onOpenChange={setOpened}
        onChange={(value: string | undefined) => set({ 'f.station': value ?? '' })}
        options={options.map(({ id, label }) => ({ value: id, label }))}
      />
      <ShownAs view={view} />
    </div>
  )
}

/** The days as a list, or as the month in which the range ends. */
function ShownAs({ view: { filter, today, isMonth, set } }: { view: BillView }) {
  const { t } = useWords()
  return (
    <fieldset className="fb-usual" aria-label={t('finance.bill.shownAs')}>
      <button type="button" aria-pressed={!isMonth} onClick={() => set({ view: '' })}>
        {t('finance.bill.asList')}
      </button>
      <button
        type="button"
        aria-pressed={isMonth}
        onClick={() => set({ view: 'month', ...monthRange(filter.to.slice(0, 7), today) })}
      >
        {t('finance.bill.asMonth')}
      </button>
    </fieldset>
  )
}
