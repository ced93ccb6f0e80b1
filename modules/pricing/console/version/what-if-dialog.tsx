import { useMutation } from '@tanstack/react-query'
import {
  api,
  ApiError,
  daysToInstants,
  Dialog,
  type Period,
  PeriodPicker,
  usePeriod,
  useRefOptions,
  useStationFilter,
  useWords,
  ZoneContext,
} from '@wattyard/console-kit'
import { addDays, type BusinessDay } from '@wattyard/time'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { priceWhatIf, type VersionDetail, type WhatIfAnswer } from '../../contract/index.ts'
import { WhatIfResult } from './what-if-result.tsx'

/** Returns the last 30 days, so that there are enough orders for a judgement on the first of a month too. */
const lastDays = (today: BusinessDay): Period => ({ unit: 'range', from: addDays(today, -29), to: today })

const DAYS = {
  maxDays: 366,
  start: lastDays,
  keys: { from: 'tried.from', to: 'tried.to', unit: 'tried.period' },
} as const

/** Draws what past orders would have cost under this version. Only the price changes; the behaviour of drivers is unknown. */
export function WhatIfDialog(props: { detail: VersionDetail; onClose: () => void }) {
  return (
    // Days are counted in the zone of the price.
    <ZoneContext value={props.detail.policy.zone}>
      <Trial {...props} />
    </ZoneContext>
  )
}

function Trial({ detail, onClose }: { detail: VersionDetail; onClose: () => void }) {
  const { t } = useWords()
  const { zone } = detail.policy
  const days = usePeriod(DAYS)
  // Begins with the station chosen in the top bar, where everybody sees it and may choose others.
  const [stations, setStations] = useState(() => [useStationFilter.getState().stationId ?? []].flat())
  // A policy that was never in force has billed nothing yet: only orders of others can be tried.
  const [allPolicies, setAllPolicies] = useState(detail.number === 1 && detail.state === 'draft')
  const run = useMutation<WhatIfAnswer, ApiError>({
    mutationFn: async () =>
      api.call(
        priceWhatIf,
        {
          version: detail.id,
          ...daysToInstants(days.shown.from, days.shown.to, zone),
          ...(stations.length > 0 ? { stations } : {}),
          allPolicies,
        },
        { json: true },
      ),
  })
  return (
    <Dialog
      open
      kind="drawer"
      width={860}
      title={t('pricing.whatIf.title', { number: detail.number })}
      onClose={onClose}
    >
      <form
        className="pr-what-if-form"
        onSubmit={event => {
          event.preventDefault()
          run.mutate()
        }}
      >
        <PeriodPicker view={days} canCompare={false} />
        <label className="pr-field pr-wide">
          <span>{t('pricing.whatIf.stations')}</span>
          <StationSelect chosen={stations} onChange={setStations} />
        </label>
        <label className="w-tick">
          <input type="checkbox" checked={allPolicies} onChange={event => setAllPolicies(event.target.checked)} />
          {t('pricing.whatIf.allPolicies')}
        </label>
        <Button type="primary" htmlType="submit" loading={run.isPending}>
          {t('pricing.whatIf.run')}
        </Button>
      </form>
      <p className="w-quiet">{t('pricing.whatIf.caveat')}</p>
      {run.data && <WhatIfResult answer={run.data} />}
    </Dialog>
  )
}

function StationSelect({ chosen, onChange }: { chosen: readonly string[]; onChange: (ids: string[]) => void }) {
  const { t } = useWords()
  const [typed, setTyped] = useState('')
  const { options, loading } = useRefOptions('assets.station', typed, chosen)
  return (
    <Select
      mode="multiple"
      aria-label={t('pricing.whatIf.stations')}
      placeholder={t('pricing.whatIf.allStations')}
      value={[...chosen]}
      onChange={onChange}
      loading={loading}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      options={options.map(({ id, label }) => ({ value: id, label }))}
    />
  )
}
