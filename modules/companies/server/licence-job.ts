import { tenantById } from '@wattyard/identity/server'
import {
  col,
  type Database,
  eachByItself,
  emit,
  intList,
  type ScheduledJob,
  textList,
  uuidList,
} from '@wattyard/server-kit'
import { addDays, daysBetween, localDayOf } from '@wattyard/time'
import { LICENCE_ENDS, type LicenceEnds } from '../contract/events.ts'

/** Days before the end of a licence on which staff are reminded of it, and the day after it. */
const STEPS = [30, 7, -1] as const

/**
 * Tells of licences that end soon or have ended, once for each step. A day on which nothing ran is made up for.
 * @returns number of companies told of
 */
export async function warnOfLicences(db: Database, now: number): Promise<number> {
  const tenants = await db.platform(
    tx =>
      tx.query(
        { tenant_id: col.uuid },
        'select distinct tenant_id from companies_company where licence_until is not null',
      ),
    { readOnly: true },
  )
  let told = 0
  await eachByItself(
    tenants,
    async ({ tenant_id: tenantId }) => {
      told += await db.tenant(tenantId, async tx => {
        const tenant = await tenantById(tx, tenantId)
        if (!tenant) return 0
        const today = localDayOf(now, tenant.zone)
        const rows = await tx.query(
          { id: col.uuid, name: col.text, until: col.day, told_until: col.day.orNull, told_days: col.integer.orNull },
          `select id, name, licence_until as until, licence_told_until as told_until, licence_told_days as told_days from companies_company
           where tenant_id = $1 and licence_until <= $2 and state = 'active' order by id for update`,
          [tenantId, addDays(today, STEPS[0])],
        )
        const due = rows.flatMap(row => {
          const days = daysBetween(today, row.until)
          const step = STEPS.findLast(one => days <= one)
          const before = row.told_until === row.until ? row.told_days : null
          return step === undefined || (before !== null && before <= step) ? [] : [{ ...row, days, step }]
        })
        await emit(
          tx,
          due.map(({ id, name, until, days }) => {
            const body: LicenceEnds = { name, until, days }
            return { tenantId, topic: LICENCE_ENDS, key: id, body: { ...body } }
          }),
        )
        await tx.execute(
          `update companies_company c set licence_told_until = k.until::date, licence_told_days = k.step
           from unnest($2::uuid[], $3::text[], $4::int[]) as k(id, until, step) where c.tenant_id = $1 and c.id = k.id`,
          [
            tenantId,
            uuidList(due.map(one => one.id)),
            textList(due.map(one => one.until)),
            intList(due.map(one => one.step)),
          ],
        )
        return due.length
      })
    },
    { nameOf: one => one.tenant_id },
  )
  return told
}

export const licenceJob = (now: () => number): ScheduledJob => ({
  name: 'companies.licences',
  cron: '30 7 * * *',
  async run({ db }) {
    return `told: ${await warnOfLicences(db, now())}`
  },
})
