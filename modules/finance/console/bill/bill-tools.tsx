import { PeriodPicker, useRefOptions, useWords } from '@wattyard/console-kit'
import { Select } from 'antd'
import { useState } from 'react'
import { BILL_LOOKS, type BillLook, type BillView, monthParams } from './use-bill-filter.ts'

/** Draws the choice of days and station. */
export function BillTools({ view }: { view: BillView }) {
  const { filter, days, set } = view
  const { t } = useWords()
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const station = filter.station || filter.atStation
  const chosen = station === null ? [] : [station]
  const { options, loading } = useRefOptions('assets.station', typed, chosen, { enabled: opened })
  return (
    <div className="fb-tools w-no-print">
      <PeriodPicker view={days} />
      <span className="fb-narrow">
        <Select
          className="fb-select"
          showSearch={{ filterOption: false, onSearch: setTyped }}
          allowClear
          loading={loading}
          value={station ?? undefined}
          // Within the station of the top bar there is no other to choose.
          disabled={filter.atStation !== null}
          placeholder={t('finance.bill.allStations')}
          aria-label={t('finance.bill.station')}
          onOpenChange={setOpened}
          onChange={(value: string | undefined) => set({ 'f.station': value ?? '' })}
          options={options.map(({ id, label }) => ({ value: id, label }))}
        />
        <ShownAs view={view} />
      </span>
    </div>
  )
}

/** Draws the choice of the view: a list of days, the month of the range's end, charts, or a report of the stations' bills. */
function ShownAs({ view: { filter, days, look: shown, set } }: { view: BillView }) {
  const { t } = useWords()
  const change = (look: BillLook): void =>
    set({
      view: look === 'list' ? '' : look,
      ...(look === 'month' ? monthParams(days, filter.to) : {}),
      ...(look === 'report' ? { day: '' } : {}),
    })
  return (
    <fieldset className="fb-usual" aria-label={t('finance.bill.shownAs')}>
      {BILL_LOOKS.map(look => (
        <button key={look} type="button" aria-pressed={look === shown} onClick={() => change(look)}>
          {t(`finance.bill.as.${look}`)}
        </button>
      ))}
    </fieldset>
  )
}
