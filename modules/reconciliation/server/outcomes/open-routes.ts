import { addFen, formatFen, negFen } from '@wattyard/money'
import { col, Refusal, type Route, scoped, serveCall, type Tx } from '@wattyard/server-kit'
import { outcome, readChannels, readOpen, readProposals } from '../../contract/index.ts'
import { leadOf } from '../compare/due-days.ts'
import { openProposals } from './stored-proposals.ts'

/** @throws Refusal `kernel.notFound` for no such channel */
async function mustLead(tx: Tx, tenantId: string, channelId: string): Promise<string> {
  const lead = await leadOf(tx, tenantId, channelId)
  if (lead === null) throw new Refusal('kernel.notFound', { status: 404 })
  return lead
}

/** Returns the route that names the channels with files. */
export const channelsRoute = (): Route =>
  serveCall(readChannels, {
    work: 'read',
    async handle({ tx, caller: { tenantId } }) {
      const named = await tx.query(
        { channel_id: col.uuid },
        `select distinct channel_id from reconciliation_file where tenant_id = $1 order by channel_id`,
        [tenantId],
      )
      const leads = new Set<string>()
      for (const { channel_id: id } of named) leads.add(await mustLead(tx, tenantId, id))
      const open = await tx.query(
        { channel_id: col.uuid, differences: col.bigint },
        `select channel_id, count(*) as differences from reconciliation_outcome where tenant_id = $1 and standing = 'difference' group by channel_id`,
        [tenantId],
      )
      const differences = new Map(open.map(one => [one.channel_id, Number(one.differences)]))
      return {
        channels: [...leads]
          .map(id => ({ id, differences: differences.get(id) ?? 0 }))
          .toSorted((a, b) => b.differences - a.differences || (a.id < b.id ? -1 : 1)),
      }
    },
  })

/** Returns the route that says how much is open of a channel, or of all. */
export const openRoute = (): Route =>
  serveCall(readOpen, {
    work: 'read',
    async handle({ tx, caller, input: { channel, from, to } }) {
      const where = scoped(caller, outcome)
      where.add(`standing in ('waiting', 'difference')`)
      if (channel !== undefined) where.add(`channel_id = ${where.value(await mustLead(tx, caller.tenantId, channel))}`)
      if (from !== undefined) where.add(`day >= ${where.value(from)}`)
      if (to !== undefined) where.add(`day <= ${where.value(to)}`)
      const [sums] = await tx.query(
        {
          differences: col.bigint,
          waiting: col.bigint,
          surplus_fen: col.fen,
          shortage_fen: col.fen,
          oldest: col.day.orNull,
        },
        `select count(*) filter (where standing = 'difference') as differences, count(*) filter (where standing = 'waiting') as waiting,
           coalesce(sum(delta_fen) filter (where standing = 'difference' and delta_fen > 0), 0)::bigint as surplus_fen,
           coalesce(sum(delta_fen) filter (where standing = 'difference' and delta_fen < 0), 0)::bigint as shortage_fen,
           min(day) filter (where standing = 'difference') as oldest
         from reconciliation_outcome where ${where.text}`,
        where.values,
      )
      if (!sums) throw new Error('a sum without groups has one row')
      const { differences, waiting, surplus_fen: surplus, shortage_fen: shortage, oldest } = sums
      return {
        differences: Number(differences),
        waiting: Number(waiting),
        surplus: formatFen(surplus),
        shortage: formatFen(shortage),
        left: formatFen(addFen(surplus, negFen(shortage))),
        oldest,
      }
    },
  })

/** Returns the route that lists what may be put together. */
export const proposalsRoute = (): Route =>
  serveCall(readProposals, {
    work: 'read',
    async handle({ tx, caller, input }) {
      const lead = await mustLead(tx, caller.tenantId, input.channel)
      return { proposals: await openProposals(tx, caller, lead, null) }
    },
  })
