import { type SectionProps, useMay, useWords } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { outcome } from '../contract/records/outcome.ts'
import { useChannels } from './results/results-calls.ts'

/** Draws the days of a file or a run, and the way to what they came to. */
export function ToResults({ record: { channel, firstDay, lastDay } }: SectionProps) {
  const { t } = useWords()
  const mayRead = useMay(`${outcome.name}:read`)
  const { data } = useChannels()
  // Of several channels of a merchant, one has the outcomes of all.
  const isLead = data?.channels.some(one => one.id === channel) ?? false
  if (typeof firstDay !== 'string' || typeof lastDay !== 'string') return null
  const days = { 'f.day.from': firstDay, 'f.day.to': lastDay }
  const query = new URLSearchParams({ part: 'results', ...(isLead && { 'f.channel': String(channel) }), ...days })
  return (
    <>
      <span className="w-num">{firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`}</span>
      {mayRead && <Link to={`/cwdata4/TradeNBill?${query.toString()}`}>{t('reconciliation.file.toResults')}</Link>}
    </>
  )
}
