import { col } from '@wattyard/server-kit'
import type { ReconciliationWorldOfTest } from './reconciliation-server.ts'

type World = Pick<ReconciliationWorldOfTest, 'server' | 'tenantId' | 'work'>

/** Returns what is told of a channel's compared days: each outcome in a line, with its items; rows by the channel's number of them. */
export function toldOfChannel({ server, tenantId }: World, channel: string): Promise<string[]> {
  return server.db.tenant(tenantId, async tx => {
    const rows = await tx.query(
      { line: col.text },
      `select concat_ws(' ', o.day, o.kind, o.pass, o.standing, o.delta_fen, string_agg(i.side || ' ' || coalesce(r.channel_no, i.item_id), ', '
         order by i.side, coalesce(r.channel_no, i.item_id))) as line
       from reconciliation_outcome o join reconciliation_item i on i.tenant_id = o.tenant_id and i.outcome_id = o.id
       left join reconciliation_row r on i.side = 'channel' and r.tenant_id = i.tenant_id and r.id::text = i.item_id
       where o.tenant_id = $1 and o.channel_id = $2 and o.day in (select day from reconciliation_day d where d.channel_id = $2 and d.compared_at is not null)
       group by o.tenant_id, o.id`,
      [tenantId, channel],
    )
    return rows.map(one => one.line).toSorted()
  })
}

/** Forgets all that was told of a channel, compares all its days at once, and returns what is told then. */
export async function toldAtOnce(world: World, channel: string): Promise<string[]> {
  const { server, tenantId } = world
  await server.db.tenant(tenantId, async tx => {
    const values = [tenantId, channel]
    await tx.execute('delete from reconciliation_outcome where tenant_id = $1 and channel_id = $2', values)
    await tx.execute(
      'update reconciliation_day set is_due = true, compared_at = null where tenant_id = $1 and channel_id = $2',
      values,
    )
  })
  await world.work()
  return toldOfChannel(world, channel)
}
