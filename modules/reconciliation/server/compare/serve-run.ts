import { isProduct, PRODUCT_WORD } from '@wattyard/ledger/contract'
import { type CommandInput } from '@wattyard/resource'
import { businessDay, daysBetween } from '@wattyard/time'
import {
  type Call,
  invalid,
  Refusal,
  type Route,
  serveCall,
  serveResource,
  type ServedResource,
} from '@wattyard/server-kit'
import { MAX_DAYS_READ, readDays, run } from '../../contract/index.ts'
import { workNow } from '../work-now.ts'
import type { ReconciliationWorld } from '../world.ts'
import { daysOfChannel } from './days-of-channel.ts'
import { leadOf, MAX_DAYS_MARKED, markDays } from './due-days.ts'
import { unwaive, waive } from './waive-days.ts'

/** Handles `compare`: marks days, which are compared right after. */
async function compare(
  { tx, caller }: Call,
  { rests }: ReconciliationWorld,
  { channel, ...input }: CommandInput<typeof run, 'compare'>,
) {
  const [from, to] = [businessDay(input.firstDay), businessDay(input.lastDay)]
  const days = daysBetween(from, to) + 1
  if (days < 1) throw invalid({ lastDay: { key: 'reconciliation.field.beforeFirst' } })
  if (days > MAX_DAYS_MARKED)
    throw invalid({ lastDay: { key: 'reconciliation.field.tooManyDays', params: { max: MAX_DAYS_MARKED } } })
  const lead = await leadOf(tx, caller.tenantId, channel)
  if (lead === null) throw invalid({ channel: { key: 'kernel.field.noSuchRecord' } })
  await markDays(tx, caller.tenantId, {
    channelId: channel,
    from,
    to,
    actor: caller.displayName,
    actorId: caller.userId,
  })
  // Who asks has seen that it failed, and may have mended what was in the way.
  tx.afterCommit(() => rests.done(lead))
  return {}
}

/** Serves runs: asked for by people and by the clock, told by the product. */
export function serveRun(world: ReconciliationWorld): ServedResource {
  return serveResource(run, {
    wordsOf: { actor: ({ actor }) => (isProduct(String(actor)) ? [{ word: PRODUCT_WORD }] : []) },
    commands: {
      waive: (call, _rows, input) => waive(call, world, input),
      unwaive: (call, _rows, input) => unwaive(call, world, input),
      async compare(call, _rows, input) {
        const done = await compare(call, world, input)
        call.tx.afterCommit(() => workNow(world))
        return done
      },
    },
  })
}

/** Returns the route that says how days of a channel stand. */
export const readDaysRoute = ({ clock }: Pick<ReconciliationWorld, 'clock'>): Route =>
  serveCall(readDays, {
    work: 'read',
    async handle({ tx, caller, input }) {
      const { channel } = input
      const [from, to] = [businessDay(input.from), businessDay(input.to)]
      const { tenantId } = caller
      const days = daysBetween(from, to) + 1
      if (days < 1 || days > MAX_DAYS_READ)
        throw invalid({ to: { key: 'reconciliation.field.tooManyDays', params: { max: MAX_DAYS_READ } } })
      const found = await daysOfChannel(tx, tenantId, channel, { from, to, now: clock.now() })
      if (!found) throw new Refusal('kernel.notFound', { status: 404 })
      return { days: found }
    },
  })
