import { deleteCall, saveCall } from '@wattyard/resource'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  api,
  type Language,
  needAllLanguages,
  type Payload,
  shippedWord,
  toast,
  useLiveRefresh,
  useWords,
} from '@wattyard/console-kit'
import { layoutOf, type LayoutEntry, type LayoutGroup, type MenuChange, titleKey } from '@wattyard/pages'
import { WORDING_TOPIC } from '../../contract/events.ts'
import { arrangeMenu, type MenuView, resetMenu, wholeMenu } from '../../contract/calls/menu.ts'
import { menuEntry } from '../../contract/menu-entry.ts'

const KEY = ['platform.menuEntry', 'all'] as const
export type MenuRecord = MenuView['entries'][number]

/** Returns the stored menu; the product's titles are loaded in every language. */
export function useMenu() {
  useLiveRefresh([WORDING_TOPIC], ['platform.menuEntry'])
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const [menu] = await Promise.all([
        api.call(wholeMenu, {}, { signal, lane: 'page', quiet: true, fresh: true }),
        needAllLanguages('shell'),
      ])
      return menu
    },
  })
}

/** Returns the changes of the menu; each shows a message when it is done and reads the menu again. */
export function useMenuWrites() {
  const { t } = useWords()
  const client = useQueryClient()
  const write = async (ask: () => Promise<unknown>, said: string): Promise<void> => {
    try {
      await ask()
      toast.good(said)
    } finally {
      api.forgetReads()
      await client.invalidateQueries({ queryKey: ['platform.menuEntry'] })
    }
  }
  return {
    save: async (body: Payload) => write(() => api.call(saveCall(menuEntry), body), t('platform.menu.saved')),
    remove: async (id: string, said: string) => write(() => api.call(deleteCall(menuEntry), { ids: [id] }), said),
    arrange: async (group: string | null, keys: readonly string[]) =>
      write(() => api.call(arrangeMenu, { group: group ?? '', keys: [...keys] }), t('platform.menu.saved')),
    reset: async () => write(() => api.call(resetMenu, {}), t('platform.menu.wasReset')),
  }
}

const changeOf = (record: MenuRecord): MenuChange => ({
  key: record.key,
  ...(record.menuGroup === null ? {} : { group: record.menuGroup }),
  ...(record.position === null ? {} : { position: record.position }),
  ...(record.hidden === null ? {} : { hidden: record.hidden }),
  ...(record.icon === null ? {} : { icon: record.icon }),
  ...(record.badge === null ? {} : { badge: record.badge }),
  ...(record.link === null ? {} : { link: record.link }),
})

export const layoutFrom = (menu: MenuView): LayoutGroup[] => layoutOf(menu.entries.map(changeOf))

/** Returns whether the product hides an entry by itself; a change to that is no change. */
export const isHiddenAnyway = (key: string): boolean =>
  layoutOf().some(group => group.entries.some(entry => entry.key === key && entry.hidden))

const TITLES = { zh: 'titleZh', en: 'titleEn', es: 'titleEs' } as const

export const isOwnKey = (key: string): boolean => /^(group|link)-/.test(key)

/** Returns the title of an entry in a language: the tenant's, else the product's. */
export function titleIn(menu: MenuView, key: string, language: Language): string {
  const record = menu.entries.find(one => one.key === key)
  const own = record?.[TITLES[language]]
  if (own) return own
  if (isOwnKey(key)) return record?.titleZh ?? record?.titleEn ?? record?.titleEs ?? key
  return shippedWord(titleKey(key), language)
}

/** Returns whether the tenant has changed an entry from the product's, apart from its place. */
export function isChanged(menu: MenuView, key: string): boolean {
  const record = menu.entries.find(one => one.key === key)
  if (!record) return false
  const { titleZh, titleEn, titleEs, icon, badge, hidden } = record
  return [titleZh, titleEn, titleEs, icon, badge, hidden].some(value => value !== null)
}

/** Returns whether people can see an entry: it is a built page, or a link. */
export const isShowable = (menu: MenuView, entry: LayoutEntry): boolean =>
  entry.route === undefined || Object.hasOwn(menu.opens, entry.key)

/** Target of a move: a group, and the entry to stand behind; null is the head of the group. */
export interface Place {
  readonly group: string
  readonly after: string | null
}

/** Returns the layout with an entry at another place. */
export function withEntryAt(layout: readonly LayoutGroup[], key: string, place: Place): LayoutGroup[] {
  const entry = layout.flatMap(group => group.entries).find(one => one.key === key)
  if (!entry) return [...layout]
  return layout.map(group => {
    const others = group.entries.filter(one => one.key !== key)
    if (group.key !== place.group) return { ...group, entries: others }
    const at = place.after === null ? 0 : others.findIndex(one => one.key === place.after) + 1
    return { ...group, entries: others.toSpliced(at, 0, entry) }
  })
}

/** Returns the layout with a group at another place among the groups. */
export function withGroupAt(layout: readonly LayoutGroup[], key: string, place: number): LayoutGroup[] {
  const group = layout.find(one => one.key === key)
  if (!group) return [...layout]
  const others = layout.filter(one => one !== group)
  return others.toSpliced(Math.max(0, Math.min(place, others.length)), 0, group)
}

/**
 * Returns the entry to stand behind, for a place in front of `before` (null is last); null is the head of the group. Entries that
 * are not built keep their places.
 */
export function behindIn(
  layout: readonly LayoutGroup[],
  group: string,
  key: string,
  before: string | null,
): string | null {
  const others = (layout.find(one => one.key === group)?.entries ?? []).map(one => one.key).filter(one => one !== key)
  const at = before === null ? -1 : others.indexOf(before)
  return (at === -1 ? others.at(-1) : others[at - 1]) ?? null
}
