import { type CommandHandler, invalid, type ServedResource, serveResource } from '@wattyard/server-kit'
import { readCron } from '../../contract/cron.ts'
import { schedule, scheduleRun } from '../../contract/schedule.ts'
import { nextTime } from './times.ts'

interface Row {
  id: string
  cron: string
  zone: string
  state: string
  own_cron: string
  own_zone: string
  own_missed: string
}

/** A command on rows that are locked: what each of them becomes. */
const changing =
  (change: (row: Row, input: Record<string, unknown>, by: string) => Record<string, unknown>): CommandHandler =>
  async ({ tx, caller }, rows, input) => {
    for (const row of rows) {
      const values = Object.entries(change(row as unknown as Row, input, caller.displayName)) // the table holds nothing else
      const set = values.map(([column], i) => `${column} = $${i + 3}`).join(', ')
      await tx.execute(
        `update platform_schedule set ${set}, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
        [caller.tenantId, row.id, ...values.map(([, value]) => value)],
      )
    }
    return null
  }

const resume = (row: Row) => ({ state: 'active', next_run_at: nextTime(row, Date.now()) })
const pause = () => ({ state: 'paused', next_run_at: null })
const runNow = (_row: Row, _input: unknown, by: string) => ({ wanted_at: new Date(), wanted_by: by })

function reschedule(row: Row, input: Record<string, unknown>): Record<string, unknown> {
  // Checked by the command's schema: texts or nothing.
  const cron = (input.cron as string | null | undefined) ?? row.own_cron
  const zone = (input.zone as string | null | undefined) ?? row.own_zone
  const read = readCron(cron)
  if ('fault' in read) throw invalid({ cron: { key: `platform.field.cron.${read.fault}` } })
  const next = row.state === 'active' ? nextTime({ cron, zone }, Date.now()) : null
  return { cron, zone, missed: input.missed ?? row.own_missed, next_run_at: next }
}

const FITS: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => boolean>> = {
  pause: row => row.state === 'active',
  resume: row => row.state === 'paused',
  runNow: row => row.state !== 'retired' && row.lease_until === null && row.wanted_at === null,
  reschedule: row => row.state !== 'retired',
}

export function serveSchedule(): ServedResource {
  return serveResource(schedule, {
    allows: (action, row) => FITS[action]?.(row) ?? true,
    commands: {
      pause: changing(pause),
      resume: changing(resume),
      runNow: changing(runNow),
      reschedule: changing(reschedule),
    },
  })
}

export function serveScheduleRun(): ServedResource {
  return serveResource(scheduleRun)
}
