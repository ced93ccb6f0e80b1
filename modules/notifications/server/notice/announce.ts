import type { Tx } from '@wattyard/server-kit'
import { NOTICE_NEWS } from '../../contract/index.ts'
import { notify } from '../inbox/notify.ts'
import { NOTICE } from '../own-kinds.ts'
import type { NotifyWorld } from '../world.ts'
import { readersOf } from './audience.ts'
import type { NoticeRow } from './notice-row.ts'

/**
 * Notifies the readers of a notice, or only those given.
 * @returns number of people notified
 */
export async function announce(
  tx: Tx,
  world: NotifyWorld,
  notice: NoticeRow,
  { about, only }: { about: string; only?: ReadonlySet<string> },
): Promise<number> {
  const kind = world.kinds.byName(NOTICE)
  if (!kind) throw new Error('the kind of notices is missing')
  const readers = await readersOf(tx, notice.tenant_id, notice)
  const people = readers.map(reader => reader.id).filter(id => !only || only.has(id))
  const { title, title_en, title_es } = notice
  const told = await notify(tx, world, notice.tenant_id, {
    kind,
    draft: {
      about,
      // The message carries all three titles, because it is rendered in its reader's language.
      params: { title, titleEn: title_en ?? title, titleEs: title_es ?? title },
      link: `/home?notice=${notice.id}`,
      severity: notice.must_confirm ? 'warning' : 'notice',
      people,
    },
  })
  tx.afterCommit(() => {
    for (const userId of people)
      world.live.publish({
        tenantId: notice.tenant_id,
        topic: NOTICE_NEWS,
        stationId: null,
        userId,
        data: { id: notice.id },
      })
  })
  return told
}
