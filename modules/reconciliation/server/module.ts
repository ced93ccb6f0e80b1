import { addDays, localDayOf } from '@wattyard/time'
import {
  type Beat,
  col,
  type Database,
  eachByItself,
  ERASE_ROWS,
  type ScheduledJob,
  type ServerModule,
  serverModule,
} from '@wattyard/server-kit'
import { registry } from '../contract/registry.ts'
import { markDays } from './compare/due-days.ts'
import { readDaysRoute, serveRun } from './compare/serve-run.ts'
import { BILL_ZONE, fetchMissingBills } from './files/fetch-bills.ts'
import { findingsRoute } from './files/findings-route.ts'
import { serveFile } from './files/serve-file.ts'
import { serveMapping } from './mappings/serve-mapping.ts'
import { proposeRoute, tryRoute } from './mappings/try-mapping.ts'
import { RECONCILIATION_MESSAGES } from './messages.ts'
import { channelsRoute, openRoute, proposalsRoute } from './outcomes/open-routes.ts'
import { readItemsRoute } from './outcomes/read-items-route.ts'
import { serveOutcome } from './outcomes/serve-outcome.ts'
import { workOn } from './work-now.ts'
import { type ReconciliationPorts, type ReconciliationWorld, worldOf } from './world.ts'

const WORK_EVERY_MS = 5_000
const LEASE_MS = 10 * 60_000

/** Returns the beat that reads files and compares days which a command or a crash left behind. */
function workBeat(world: ReconciliationWorld): Beat {
  return {
    name: 'reconciliation.work',
    every_ms: WORK_EVERY_MS,
    lease_ms: LEASE_MS,
    run: ({ db, signal }) => workOn(world, db, signal),
  }
}

/** Days that are compared again each night while something of them is open. */
const OPEN_DAYS = 35

/** Returns the job that has yesterday and all open days compared: payments may have been booked, and files may have come. */
function nightlyJob(world: ReconciliationWorld): ScheduledJob {
  return {
    name: 'reconciliation.compareDays',
    cron: '40 6 * * *',
    run: ({ db }) => markOpenDays(db, world),
  }
}

/** Hours after WeChat Pay has made the bills of the day before; a bill that is late is asked for again. */
function fetchJob(world: ReconciliationWorld): ScheduledJob {
  return {
    name: 'reconciliation.fetchBills',
    cron: '10 10-22 * * *',
    zone: BILL_ZONE,
    missed: 'once',
    async run({ db, signal }) {
      const stored = await fetchMissingBills(db, world, signal)
      if (stored > 0) await workOn(world, db, signal)
    },
  }
}

async function markOpenDays(db: Database, { clock }: ReconciliationWorld): Promise<void> {
  const channels = await db.platform(
    tx =>
      tx.query(
        { tenant_id: col.uuid, channel_id: col.uuid },
        `select distinct tenant_id, channel_id from reconciliation_file where state = 'sound'`,
      ),
    { readOnly: true },
  )
  await eachByItself(
    channels,
    async ({ tenant_id: tenantId, channel_id: channelId }) => {
      const yesterday = addDays(localDayOf(clock.now(), 'Asia/Shanghai'), -1)
      await db.tenant(tenantId, async tx => {
        await markDays(tx, tenantId, { channelId, from: yesterday, to: yesterday, actor: '' })
        await tx.execute(
          `update reconciliation_day d set is_due = true where tenant_id = $1 and channel_id = $2 and day >= $3 and not is_due and exists (
             select 1 from reconciliation_outcome o where o.tenant_id = d.tenant_id and o.channel_id = d.channel_id and o.day = d.day
               and o.standing in ('waiting', 'difference'))`,
          [tenantId, channelId, addDays(yesterday, -OPEN_DAYS)],
        )
      })
    },
    { nameOf: one => one.channel_id },
  )
}

/** Returns the module: files of channels, comparisons and their outcomes. */
export function reconciliationModule(ports: ReconciliationPorts): ServerModule {
  const world = worldOf(ports)
  return serverModule(registry, {
    tenantDeletion: {
      reconciliation_day: ERASE_ROWS,
      reconciliation_finding: ERASE_ROWS,
      reconciliation_item: ERASE_ROWS,
      reconciliation_proposal: ERASE_ROWS,
      reconciliation_settlement: ERASE_ROWS,
    },
    served: [serveMapping(), serveFile(world), serveRun(world), serveOutcome(world)],
    routes: [
      findingsRoute(),
      readDaysRoute({ clock: world.clock }),
      channelsRoute(),
      readItemsRoute(),
      openRoute(),
      proposalsRoute(),
      proposeRoute(),
      tryRoute(world),
    ],
    messages: RECONCILIATION_MESSAGES,
    jobs: [workBeat(world), nightlyJob(world), fetchJob(world)],
  })
}
