import { type Call, invalid, Refusal, type ServedResource, serveResource } from '@wattyard/server-kit'
import { MAX_OWN, menuEntry, ownKey } from '../../contract/menu-entry.ts'
import { problemsOfMenu } from './judge-menu.ts'
import type { MenuRow } from './make-wording.ts'
import { beginChange, menuRows, renewWording, type WordingWorld } from './renew-wording.ts'

const asRow = (row: unknown): MenuRow => row as MenuRow // a stored or merged row of platform_menu_entry

const COLUMNS = { menuGroup: 'menu_group', titleZh: 'title_zh', titleEn: 'title_en', titleEs: 'title_es' } as const
const SAME = ['key', 'position', 'hidden', 'icon', 'badge', 'link'] as const

/** The row as it would be stored. */
function merged(before: Readonly<Record<string, unknown>> | null, input: Readonly<Record<string, unknown>>): MenuRow {
  const row: Record<string, unknown> = { ...before }
  for (const key of SAME) row[key] = input[key] === undefined ? (before?.[key] ?? null) : input[key]
  for (const [key, column] of Object.entries(COLUMNS))
    row[column] = input[key] === undefined ? (before?.[column] ?? null) : input[key]
  return asRow(row)
}

const isOwn = ({ key }: MenuRow): boolean => key.startsWith('group-') || key.startsWith('link-')

/** Returns the key of a row: `group` and `link` get a new key, other keys are used as given. */
function keyFor(id: string, key: unknown): string {
  return key === 'group' || key === 'link' ? ownKey(key, id) : String(key)
}

/** Serves menu changes: checked against the other rows, in force with the commit. They never affect who may open a page. */
export function serveMenuEntry(world: WordingWorld): ServedResource {
  const beforeDelete = async (call: Call, stored: Readonly<Record<string, unknown>>): Promise<void> => {
    await beginChange(call)
    const { key } = asRow(stored)
    const others = await menuRows(call.tx, call.caller.tenantId)
    if (key.startsWith('group-') && others.some(row => row.menu_group === key))
      throw new Refusal('platform.groupNotEmpty')
  }
  return serveResource(menuEntry, {
    async beforeSave(call, { id, input, before }) {
      await beginChange(call)
      const row = merged(before, input)
      if (!before) row.key = keyFor(id, row.key)
      const others = (await menuRows(call.tx, call.caller.tenantId)).filter(other => other.id !== id)
      const flaws = problemsOfMenu(row, others)
      if (!before && isOwn(row) && input.key === row.key) flaws.key = { key: 'platform.field.noSuchEntry' }
      if (Object.keys(flaws).length > 0) throw invalid(flaws)
      if (!before && isOwn(row) && others.filter(isOwn).length >= MAX_OWN)
        throw new Refusal('platform.tooManyEntries', { params: { max: MAX_OWN } })
      return { key: row.key }
    },
    afterSave: call => renewWording(call, world),
    beforeDelete,
    afterDelete: call => renewWording(call, world),
  })
}
