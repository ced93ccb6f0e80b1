import { useMutation } from '@tanstack/react-query'
import {
  api,
  ApiError,
  DATE_PRESETS,
  type DatePreset,
  DayInput,
  daysToInstants,
  Dialog,
  presetDays,
  useRefOptions,
  useWords,
} from '@wattyard/console-kit'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { priceWhatIf, type VersionDetail, type WhatIfAnswer } from '../../contract/index.ts'
import { WhatIfResult } from './what-if-result.tsx'

const PRESETS = Object.keys(DATE_PRESETS) as DatePreset[] // the keys of a closed literal

/** What past orders would have cost under this version. Only the price changes: nobody knows how drivers would have behaved. */
export function WhatIfDialog({ detail, onClose }: { detail: VersionDetail; onClose: () => void }) {
  const { t } = useWords()
  const { zone } = detail.policy
  const [days, setDays] = useState(() => presetDays('lastMonth', detail.asOf, zone))
  const [stations, setStations] = useState<string[]>([])
  const run = useMutation<WhatIfAnswer, ApiError>({
    mutationFn: async () =>
      api.call(
        priceWhatIf,
        {
          version: detail.id,
          ...daysToInstants(days.from, days.to, zone),
          ...(stations.length > 0 ? { stations } : {}),
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
        <label className="pr-field">
          <span>{t('pricing.editor.from')}</span>
          <DayInput value={days.from} max={days.to} onChange={from => setDays({ ...days, from })} />
        </label>
        <label className="pr-field">
          <span>{t('pricing.editor.until')}</span>
          <DayInput value={days.to} min={days.from} onChange={to => setDays({ ...days, to })} />
        </label>
        <span className="w-row w-wrap pr-presets">
          {PRESETS.map(preset => (
            <Button key={preset} size="small" onClick={() => setDays(presetDays(preset, detail.asOf, zone))}>
              {t(`kit.preset.${preset}`)}
            </Button>
          ))}
        </span>
        <label className="pr-field pr-wide">
          <span>{t('pricing.whatIf.stations')}</span>
          <StationSelect chosen={stations} onChange={setStations} />
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
