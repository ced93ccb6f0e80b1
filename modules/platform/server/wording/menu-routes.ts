import { rolesAsVisitors } from '@wattyard/identity/server'
import { kindOfKey, layoutOf } from '@wattyard/pages'
import { actorOf, audit, type Call, invalid, newId, Refusal, type Route, serveCall } from '@wattyard/server-kit'
import { arrangeMenu, type MenuView, resetMenu, wholeMenu } from '../../contract/calls/menu.ts'
import { menuEntry } from '../../contract/menu-entry.ts'
import { problemsOfMenu } from './judge-menu.ts'
import { makeWording, type MenuRow } from './make-wording.ts'
import { beginChange, menuRows, renewWording, type WordingWorld } from './renew-wording.ts'

const viewOf = (row: MenuRow): MenuView['entries'][number] => ({
  id: row.id,
  version: row.version,
  key: row.key,
  menuGroup: row.menu_group,
  position: row.position,
  hidden: row.hidden,
  icon: row.icon,
  badge: row.badge,
  link: row.link,
  titleZh: row.title_zh,
  titleEn: row.title_en,
  titleEs: row.title_es,
})

const blank = (key: string): MenuRow => ({
  id: newId(),
  version: 1,
  key,
  menu_group: null,
  position: null,
  hidden: null,
  icon: null,
  badge: null,
  link: null,
  title_zh: null,
  title_en: null,
  title_es: null,
})

interface Order {
  /** Group whose entries are sorted; null for the groups themselves. */
  group: string | null
  keys: readonly string[]
}

const layoutNow = (rows: readonly MenuRow[]) => layoutOf(makeWording(new Map(), [], rows).menu)

/**
 * Returns the rows that put a group's entries, or the groups, into an order. Entries from other groups are moved. The list must
 * contain all present entries, so that an order made on an outdated screen is refused.
 *
 * @throws Refusal `kernel.stale`, or one that names the misplaced entry
 */
function arranged(rows: readonly MenuRow[], { group, keys }: Order): MenuRow[] {
  const layout = layoutNow(rows)
  const there =
    group === null ? layout.map(one => one.key) : layout.find(one => one.key === group)?.entries.map(one => one.key)
  if (!there) throw invalid({ group: { key: 'platform.field.noSuchGroup' } })
  const known = new Set(layout.flatMap(one => [one.key, ...one.entries.map(entry => entry.key)]))
  const wanted = new Set(keys)
  if (wanted.size !== keys.length || there.some(key => !wanted.has(key)) || keys.some(key => !known.has(key)))
    throw new Refusal('kernel.stale', { status: 409 })
  if (keys.some(key => (kindOfKey(key) === 'group') !== (group === null)))
    throw invalid({ keys: { key: 'platform.field.groupInGroup' } })
  const byKey = new Map(rows.map(row => [row.key, row]))
  return keys.map((key, position) => ({ ...(byKey.get(key) ?? blank(key)), position, menu_group: group }))
}

async function arrange(call: Call, order: Order): Promise<void> {
  const { tx, caller } = call
  const rows = await menuRows(tx, caller.tenantId)
  const next = arranged(rows, order)
  const keys = new Set(order.keys)
  const others = rows.filter(row => !keys.has(row.key))
  for (const row of next) {
    const flaws = problemsOfMenu(row, [...others, ...next.filter(other => other !== row)])
    if (flaws.menuGroup ?? flaws.hidden) throw invalid({ keys: flaws.menuGroup ?? flaws.hidden ?? { key: '' } })
  }
  const before = layoutNow(rows)
  await tx.execute(
    `insert into platform_menu_entry (tenant_id, id, key, menu_group, position)
     select $1, f.id, f.key, $2, f.position from unnest($3::uuid[], $4::text[], $5::int[]) as f(id, key, position)
     on conflict (tenant_id, key) do update set menu_group = excluded.menu_group, position = excluded.position,
       version = platform_menu_entry.version + 1, updated_at = now()
       where (platform_menu_entry.menu_group, platform_menu_entry.position) is distinct from (excluded.menu_group, excluded.position)`,
    [caller.tenantId, order.group, next.map(row => row.id), next.map(row => row.key), next.map(row => row.position)],
  )
  const keysOf = (layout: typeof before) =>
    order.group === null
      ? layout.map(one => one.key)
      : (layout.find(one => one.key === order.group)?.entries.map(entry => entry.key) ?? [])
  await audit(tx, actorOf(call), [
    {
      resource: menuEntry.name,
      recordId: order.group ?? 'menu',
      action: 'arrange',
      before: { keys: keysOf(before) },
      after: { keys: order.keys },
    },
  ])
}

/** Returns the routes for the whole menu. */
export function menuRoutes(world: WordingWorld): Route[] {
  return [
    serveCall(wholeMenu, {
      work: 'read',
      async handle({ tx, caller }) {
        const { pages } = world.known()
        return {
          entries: (await menuRows(tx, caller.tenantId)).map(viewOf),
          opens: Object.fromEntries(Object.entries(pages.rules).map(([path, rule]) => [path, rule?.anyOf ?? []])),
          roles: await rolesAsVisitors(tx, caller, pages),
        }
      },
    }),
    serveCall(arrangeMenu, {
      work: 'write',
      async handle(call) {
        await beginChange(call)
        await arrange(call, call.input)
        await renewWording(call, world)
        return null
      },
    }),
    serveCall(resetMenu, {
      work: 'write',
      async handle(call) {
        const { tx, caller } = call
        await beginChange(call)
        const before = await menuRows(tx, caller.tenantId)
        await tx.execute('delete from platform_menu_entry where tenant_id = $1', [caller.tenantId])
        await audit(
          tx,
          actorOf(call),
          before.map(row => ({
            resource: menuEntry.name,
            recordId: row.id,
            action: 'reset',
            before: { ...viewOf(row) },
          })),
        )
        await renewWording(call, world)
        return { changed: before.length }
      },
    }),
  ]
}
