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

/** Returns the channels with files, with their names and the number of their differences. */
export function useNamedChannels(): readonly {
  readonly id: string
  readonly name: string
  readonly differences: number
}[] {
  const { data } = useChannels()
  const channels = data?.channels ?? []
  const { options } = useRefOptions(
    'payments.channel',
    '',
    channels.map(one => one.id),
    { enabled: false, heldBy: 'reconciliation.outcome.channel' },
  )
  return channels.map(one => ({ ...one, name: options.find(option => option.id === one.id)?.label ?? '…' }))
}
