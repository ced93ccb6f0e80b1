import { deleteCall, saveCall } from '@wattyard/resource'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, matchesText, type Payload, toast, useLiveRefresh, useWords } from '@wattyard/console-kit'
import { dictEntry } from '../../contract/dict-entry.ts'
import {
  type DictionaryView,
  type EntryView,
  listDictionaries,
  arrangeDictionary,
  resetDictionary,
} from '../../contract/calls/dict-entry.ts'
import { WORDING_TOPIC } from '../../contract/events.ts'

const KEY = ['platform.dictEntry', 'all'] as const

/** Returns all dictionaries with their entries; changes by others are followed. */
export function useDictionaries() {
  useLiveRefresh([WORDING_TOPIC], ['platform.dictEntry'])
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const { list } = await api.call(listDictionaries, {}, { signal, lane: 'page', quiet: true })
      // The tenant's own come first, because people come here for them.
      return [...list.filter(one => one.kind === 'open'), ...list.filter(one => one.kind === 'closed')]
    },
  })
}

/** Returns the changes of dictionaries; each shows a message when it is done and reads the dictionaries again. */
export function useDictionaryWrites() {
  const { t } = useWords()
  const client = useQueryClient()
  const write = async (call: () => Promise<unknown>, said: string): Promise<void> => {
    try {
      await call()
      toast.good(said)
    } finally {
      api.forgetReads()
      await client.invalidateQueries({ queryKey: ['platform.dictEntry'] })
    }
  }
  return {
    save: async (dictionary: string, entry: Pick<EntryView, 'code' | 'id' | 'version'>, change: Payload) =>
      write(
        () =>
          api.call(
            saveCall(dictEntry),
            entry.id
              ? { id: entry.id, ...(entry.version === undefined ? {} : { version: entry.version }), ...change }
              : { dictionary, code: entry.code, ...change },
          ),
        t('platform.dict.saved'),
      ),
    remove: async (id: string, said: string) => write(() => api.call(deleteCall(dictEntry), { ids: [id] }), said),
    arrange: async (dictionary: string, codes: readonly string[]) =>
      write(() => api.call(arrangeDictionary, { dictionary, codes: [...codes] }), t('platform.dict.saved')),
    reset: async (dictionary: string) =>
      write(() => api.call(resetDictionary, { dictionary }), t('platform.dict.wasReset')),
    again: async () => client.invalidateQueries({ queryKey: ['platform.dictEntry'] }),
  }
}

/** Returns whether the tenant has changed this entry from the product's. */
export function isChanged({ words, shipped, colour, icon, enabled }: EntryView): boolean {
  if (!shipped) return true
  const isSaid = words.zh !== shipped.zh || words.en !== shipped.en || words.es !== shipped.es
  return isSaid || colour !== null || icon !== null || !enabled
}

export const KINDS = ['all', 'open', 'closed', 'changed'] as const
export type Kind = (typeof KINDS)[number]

/**
 * Returns the dictionaries that match a search: by title or name, by words or codes of their entries in any language, or by a
 * page that uses them.
 */
export function fitting(
  list: readonly DictionaryView[],
  sought: string,
  kind: Kind,
  pageTitle: (path: string) => string,
): DictionaryView[] {
  const wanted = sought.trim().toLowerCase()
  const holds = (text: string): boolean => text.toLowerCase().includes(wanted) || matchesText(text, wanted)
  const isKind = (one: DictionaryView): boolean =>
    kind === 'all' || (kind === 'changed' ? one.entries.some(isChanged) : one.kind === kind)
  return list.filter(
    one =>
      isKind(one) &&
      (wanted === '' ||
        [one.name, ...Object.values(one.titles)].some(holds) ||
        one.entries.some(({ code, words }) => [code, ...Object.values(words)].some(holds)) ||
        one.uses.some(use => use.pages.some(path => holds(pageTitle(path))))),
  )
}

/** Returns a list with one entry moved to another index. */
export function movedTo<T>(list: readonly T[], one: T, place: number): T[] {
  const others = list.filter(other => other !== one)
  return others.toSpliced(Math.max(0, Math.min(place, others.length)), 0, one)
}
