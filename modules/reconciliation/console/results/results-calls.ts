import { useQuery } from '@tanstack/react-query'
import { api } from '@wattyard/console-kit'
import { readChannels } from '../../contract/calls/read-channels.ts'
import { readDays } from '../../contract/calls/read-days.ts'
import { readItems } from '../../contract/calls/read-items.ts'
import { readOpen } from '../../contract/calls/read-open.ts'
import { readProposals } from '../../contract/calls/read-proposals.ts'
import { outcome } from '../../contract/records/outcome.ts'

// Keys begin with the name of the resource, so that all is read again together with the list.

/** Reads the channels that have files, those with differences first. */
export const useChannels = () =>
  useQuery({
    queryKey: [outcome.name, 'channels'],
    queryFn: ({ signal }) => api.call(readChannels, {}, { signal, lane: 'page', quiet: true }),
  })

/** Reads how days of a channel stand; nothing without a channel. */
export const useDays = (channel: string | null, from: string, to: string) =>
  useQuery({
    queryKey: [outcome.name, 'days', channel, from, to],
    queryFn: ({ signal }) =>
      api.call(readDays, { channel: channel ?? '', from, to }, { signal, lane: 'page', quiet: true }),
    enabled: channel !== null,
    placeholderData: (before, query) => (query?.queryKey[2] === channel ? before : undefined),
  })

/** Reads what is open on some days, on all of them without ends; of all channels where none is given. */
export const useOpen = (channel: string | null, days: { readonly from?: string; readonly to?: string }) =>
  useQuery({
    queryKey: [outcome.name, 'open', channel, days.from, days.to],
    queryFn: ({ signal }) =>
      api.call(readOpen, { ...(channel !== null && { channel }), ...days }, { signal, lane: 'page', quiet: true }),
  })

/** Reads the items of an outcome. */
export const useItems = (id: string, version: number) =>
  useQuery({
    queryKey: [outcome.name, 'items', id, version],
    queryFn: ({ signal }) => api.call(readItems, { id }, { signal, quiet: true }),
  })

/** Reads which open outcomes of a channel may be one movement. */
export const useProposals = (channel: string | null) =>
  useQuery({
    queryKey: [outcome.name, 'proposals', channel],
    queryFn: ({ signal }) => api.call(readProposals, { channel: channel ?? '' }, { signal, lane: 'page', quiet: true }),
    enabled: channel !== null,
  })
