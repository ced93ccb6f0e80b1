import { type Call, type LiveBus, lockWording, publishWording, type Tx, col } from '@wattyard/server-kit'
import { WORDING_TOPIC } from '../../contract/events.ts'
import type { KnownParts } from './dictionaries.ts'
import { type DictRow, makeWording, type MenuRow } from './make-wording.ts'

/** Services for changes of texts and menu, besides the transaction. */
export interface WordingWorld {
  live: LiveBus | null
  known: () => KnownParts
}

export async function dictRows(tx: Tx, tenantId: string, dictionary: string | null = null): Promise<DictRow[]> {
  return tx.query(
    {
      id: col.uuid,
      version: col.integer,
      dictionary: col.text,
      code: col.text,
      word_zh: col.text.orNull,
      word_en: col.text.orNull,
      word_es: col.text.orNull,
      colour: col.text.orNull,
      icon: col.text.orNull,
      place: col.integer.orNull,
      enabled: col.boolean,
      remark: col.text.orNull,
    },
    `select id, version, dictionary, code, word_zh, word_en, word_es, colour, icon, place, enabled, remark
     from platform_dict_entry where tenant_id = $1 and ($2::text is null or dictionary = $2) order by id`,
    [tenantId, dictionary],
  )
}

export async function menuRows(tx: Tx, tenantId: string): Promise<MenuRow[]> {
  return tx.query(
    {
      id: col.uuid,
      version: col.integer,
      key: col.text,
      menu_group: col.text.orNull,
      position: col.integer.orNull,
      hidden: col.boolean.orNull,
      icon: col.text.orNull,
      badge: col.text.orNull,
      link: col.text.orNull,
      title_zh: col.text.orNull,
      title_en: col.text.orNull,
      title_es: col.text.orNull,
    },
    `select id, version, key, menu_group, position, hidden, icon, badge, link, title_zh, title_en, title_es
     from platform_menu_entry where tenant_id = $1 order by id`,
    [tenantId],
  )
}

/** Locks the tenant's wording before any check, so that concurrent changes are serialised. */
export async function beginChange(call: Pick<Call, 'tx' | 'caller'>): Promise<void> {
  await lockWording(call.tx, call.caller.tenantId)
}

/** Rebuilds the wording from the rows, puts it in force, and notifies open consoles after the commit. */
export async function renewWording(
  { tx, caller }: Pick<Call, 'tx' | 'caller'>,
  { live, known }: WordingWorld,
): Promise<void> {
  const { tenantId } = caller
  const wording = makeWording(known().dictionaries, await dictRows(tx, tenantId), await menuRows(tx, tenantId))
  await publishWording(tx, tenantId, wording)
  tx.afterCommit(() => live?.publish({ tenantId, topic: WORDING_TOPIC, stationId: null, everybody: true, data: null }))
}
