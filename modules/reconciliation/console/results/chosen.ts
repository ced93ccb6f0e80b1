import { type ListState, useRefOptions } from '@wattyard/console-kit'
import { isBusinessDay } from '@wattyard/time'
import { useChannels } from './results-calls.ts'

/** What the address says of the list, as far as the days and figures above it follow it. */
export interface Chosen {
  /** The one channel of the list; null where the list has several or all. */
  readonly channel: string | null
  /** Days of the list; empty for all. */
  readonly days: { readonly from?: string; readonly to?: string }
}

/** Returns the channel and the days to which a list is narrowed. */
export function chosenIn(filters: ListState['filters']): Chosen {
  const { channel, day } = filters
  const ids = channel && 'values' in channel && !channel.not ? channel.values : []
  const end = (value: string | undefined) => (value !== undefined && isBusinessDay(value) ? value : undefined)
  const from = day && 'from' in day ? end(day.from) : undefined
  const to = day && 'to' in day ? end(day.to) : undefined
  return {
    channel: ids.length === 1 ? (ids[0] ?? null) : null,
    days: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
  }
}

interface NamedChannel {
  readonly id: string
  readonly name: string
  /** How many outcomes wait for a person. */
  readonly differences: number
}

/**
 * Returns the channels with files by their names.
 * @param chosen a channel that is named, too, whether it has files or not
 */
export function useNamedChannels(chosen: string | null): readonly NamedChannel[] {
  const { data } = useChannels()
  const channels = data?.channels ?? []
  const isAmong = chosen === null || channels.some(one => one.id === chosen)
  const all = isAmong ? channels : [...channels, { id: chosen, differences: 0 }]
  const { options } = useRefOptions(
    'payments.channel',
    '',
    all.map(one => one.id),
    { enabled: false, heldBy: 'reconciliation.outcome.channel' },
  )
  return all.map(one => ({ ...one, name: options.find(option => option.id === one.id)?.label ?? '…' }))
}
