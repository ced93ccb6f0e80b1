import { useMutation } from '@tanstack/react-query'
import {
  api,
  ApiError,
  AsOf,
  Count,
  DATE_PRESETS,
  type DatePreset,
  daysToInstants,
  Decimal,
  Dialog,
  EmptyState,
  presetDays,
  useRefOptions,
  useWords,
} from '@wattyard/console-kit'
import { Button, Select } from 'antd'
import { useState } from 'react'
import type { Shift, VersionDetail, WhatIfAnswer } from '../api.ts'
import { PeriodLabel } from '../period.tsx'

const PRESETS = Object.keys(DATE_PRESETS) as DatePreset[] // the keys of a closed literal

/** What past orders would have cost under this version. Only the price changes: nobody knows how drivers would have behaved. */
export function WhatIfDialog({ detail, onClose }: { detail: VersionDetail; onClose: () => void }) {
  const { t } = useWords()
  const { zone } = detail.policy
  const [days, setDays] = useState(() => presetDays('lastMonth', detail.asOf, zone))
  const [stations, setStations] = useState<string[]>([])
  const run = useMutation<WhatIfAnswer, ApiError>({
    mutationFn: async () =>
      api.post<WhatIfAnswer>('/api/pricing/whatIf', {
        version: detail.id,
        ...daysToInstants(days.from, days.to, zone),
        ...(stations.length > 0 ? { stations } : {}),
      }),
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
          <input
            type="date"
            required
            className="pr-input"
            value={days.from}
            max={days.to}
            onChange={event => setDays({ ...days, from: event.target.value })}
          />
        </label>
        <label className="pr-field">
          <span>{t('pricing.editor.until')}</span>
          <input
            type="date"
            required
            className="pr-input"
            value={days.to}
            min={days.from}
            onChange={event => setDays({ ...days, to: event.target.value })}
          />
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
      {run.data && <Result answer={run.data} />}
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

function Result({ answer }: { answer: WhatIfAnswer }) {
  const { t } = useWords()
  const { total, count } = answer
  if (count.rated === 0)
    return <EmptyState title={t('pricing.whatIf.nothing')} text={t('pricing.whatIf.nothingHint')} />
  return (
    <div className="pr-what-if">
      <p className="w-row w-wrap">
        <AsOf at={answer.asOf} />
        <span>{t('pricing.whatIf.count', { rated: count.rated, matching: count.matching })}</span>
        {answer.refused.count > 0 && (
          <span className="pr-missing">{t('pricing.whatIf.refused', { count: answer.refused.count })}</span>
        )}
      </p>
      <div className="pr-tiles">
        <Tile label={t('pricing.whatIf.energy')} value={<Decimal kind="energy" value={total.energy} unit />} />
        <Tile label={t('pricing.whatIf.before')} value={<Decimal kind="money" value={total.before.total} />} />
        <Tile label={t('pricing.whatIf.after')} value={<Decimal kind="money" value={total.after.total} />} />
        <Tile label={t('pricing.whatIf.difference')} value={<Signed value={total.difference.total} />} />
      </div>
      <p>
        {t('pricing.whatIf.orders', { dearer: answer.dearer, cheaper: answer.cheaper, unchanged: answer.unchanged })}
      </p>
      <div className="pr-scroll">
        <table className="pr-table">
          <caption>{t('pricing.whatIf.byPeriod')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('pricing.editor.period')}</th>
              <th scope="col" className="pr-right">
                {t('pricing.whatIf.energyBefore')}
              </th>
              <th scope="col" className="pr-right">
                {t('pricing.whatIf.energyAfter')}
              </th>
              <th scope="col" className="pr-right">
                {t('pricing.whatIf.before')}
              </th>
              <th scope="col" className="pr-right">
                {t('pricing.whatIf.after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {answer.periods.map(({ period, before, after }) => (
              <tr key={period}>
                <th scope="row">
                  <PeriodLabel period={period} />
                </th>
                <td className="pr-right">
                  <Decimal kind="energy" value={before.energy} />
                </td>
                <td className="pr-right">
                  <Decimal kind="energy" value={after.energy} />
                </td>
                <td className="pr-right">
                  <Decimal kind="money" value={before.total} />
                </td>
                <td className="pr-right">
                  <Decimal kind="money" value={after.total} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Stations list={answer.stations} />
    </div>
  )
}

function Stations({ list }: { list: WhatIfAnswer['stations'] }) {
  const { t } = useWords()
  return (
    <div className="pr-scroll">
      <table className="pr-table">
        <caption>{t('pricing.whatIf.byStation')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('pricing.assignment.station')}</th>
            <th scope="col" className="pr-right">
              {t('pricing.whatIf.orderCount')}
            </th>
            <th scope="col" className="pr-right">
              {t('pricing.whatIf.energy')}
            </th>
            <th scope="col" className="pr-right">
              {t('pricing.whatIf.before')}
            </th>
            <th scope="col" className="pr-right">
              {t('pricing.whatIf.after')}
            </th>
            <th scope="col" className="pr-right">
              {t('pricing.whatIf.difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((station: Shift & { stationId: string; name: string; orders: number }) => (
            <tr key={station.stationId}>
              <th scope="row">{station.name}</th>
              <td className="pr-right">
                <Count value={station.orders} />
              </td>
              <td className="pr-right">
                <Decimal kind="energy" value={station.energy} />
              </td>
              <td className="pr-right">
                <Decimal kind="money" value={station.before.total} />
              </td>
              <td className="pr-right">
                <Decimal kind="money" value={station.after.total} />
              </td>
              <td className="pr-right">
                <Signed value={station.difference.total} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Tile({ label, value }: { label: string; value: React.ReactNode }) {
  return (
    <div className="w-card w-stat">
      <span className="w-stat-label">{label}</span>
      <span className="w-stat-value">{value}</span>
    </div>
  )
}

function Signed({ value }: { value: string }) {
  const isDown = value.startsWith('-')
  return (
    <span
      className="pr-change w-num"
      data-up={!isDown && !/^0+\.0+$/.test(value) ? '' : undefined}
      data-down={isDown ? '' : undefined}
    >
      {!isDown && !/^0+\.0+$/.test(value) && '+'}
      <Decimal kind="money" value={value} />
    </span>
  )
}
