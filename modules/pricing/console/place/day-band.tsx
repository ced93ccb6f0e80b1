import { NO_VALUE, showClock, useNow, useWords, useZone } from '@wattyard/console-kit'
import type { DayPrices, DayStretch } from '../../contract/index.ts'
import { PriceLine } from '../period.tsx'
import './place.css'

interface DayBandProps {
  readonly day: DayPrices
  readonly stretches: readonly DayStretch[]
  /** Says whose prices they are. */
  readonly label: string
}

/** Draws the prices of a day as bands with a mark at the present time, and below them as a table. */
export function DayBand({ day: { from, to, zone }, stretches, label }: DayBandProps) {
  const { t } = useWords()
  const now = useNow()
  const share = (at: number): string => `${((at - from) / (to - from)) * 100}%`
  const own = useZone()
  const time = (at: number): string => (at === to ? '24:00' : showClock(at, zone).slice(0, 5))
  return (
    <div className="pr-day">
      {/* The table below says the same in words. */}
      <div className="pr-day-band" aria-hidden="true">
        {stretches.map(({ from: start, to: end, price }) => (
          <span
            key={start}
            data-period={price?.period}
            title={price ? t(`pricing.period.${price.period}`) : undefined}
            style={{ insetInlineStart: share(start), inlineSize: share(from + end - start) }}
          >
            {price && t(`pricing.period.${price.period}`)}
          </span>
        ))}
        {now >= from && now < to && <i style={{ insetInlineStart: share(now) }} />}
      </div>
      <div className="pr-day-dial" aria-hidden="true">
        {[0, 6, 12, 18, 24].map(hour => (
          <span key={hour}>{`${String(hour).padStart(2, '0')}:00`}</span>
        ))}
      </div>
      <table className="w-table w-table-plain pr-day-table">
        <caption className="w-sr">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('pricing.place.time')}</th>
            <th scope="col">{t('pricing.place.period')}</th>
            <th scope="col">{t('pricing.place.price')}</th>
          </tr>
        </thead>
        <tbody>
          {stretches.map(({ from: start, to: end, price }) => (
            <tr key={start} aria-current={now >= start && now < end ? 'time' : undefined}>
              <th scope="row" className="w-num">
                {time(start)}–{time(end)}
              </th>
              <td>{price ? t(`pricing.period.${price.period}`) : NO_VALUE}</td>
              <td>
                {price ? (
                  <PriceLine period={price.period} pair={price} />
                ) : (
                  <span className="pr-missing">{t('pricing.standingValue.none')}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {own !== zone && <p className="w-quiet">{t('pricing.place.zone', { zone })}</p>}
    </div>
  )
}
