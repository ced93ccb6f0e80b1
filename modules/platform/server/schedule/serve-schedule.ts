import type { CommandInput } from '@wattyard/resource'
import {
  col,
  type CommandHandler,
  invalid,
  type ServedResource,
  serveResource,
  type WholeRow,
} from '@wattyard/server-kit'
import { readCron } from '../../contract/cron.ts'
import { jobWord, MISSED_RULES, schedule, scheduleRun } from '../../contract/schedule.ts'
import { nextTime } from './times.ts'

/** Further columns of a schedule: its defaults, its lease and its request. */
const INNER = {
  own_cron: col.text,
  own_zone: col.text,
  own_missed: col.oneOf(MISSED_RULES),
  lease_until: col.instant.orNull,
  wanted_at: col.instant.orNull,
}

type Row = WholeRow<typeof schedule, typeof INNER>
type Handler<N extends keyof (typeof schedule)['commands']> = CommandHandler<typeof schedule, N, typeof INNER>
type Columns = Readonly<Record<string, unknown>>

/** Returns a command handler that updates locked rows. */
const changing =
  <N extends keyof (typeof schedule)['commands']>(
    change: (row: Row, input: Parameters<Handler<N>>[2], by: string) => Columns,
  ): Handler<N> =>
  async ({ tx, caller }, rows, input) => {
    for (const row of rows) {
      const values = Object.entries(change(row, input, caller.displayName))
      const set = values.map(([column], i) => `${column} = $${i + 3}`).join(', ')
      await tx.execute(
        `update platform_schedule set ${set}, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
        [caller.tenantId, row.id, ...values.map(([, value]) => value)],
      )
    }
    return null
  }

const resume = (row: Row): Columns => ({ state: 'active', next_run_at: nextTime(row, Date.now()) })
const pause = (): Columns => ({ state: 'paused', next_run_at: null })
const runNow = (_row: Row, _input: unknown, by: string): Columns => ({ wanted_at: new Date(), wanted_by: by })

function reschedule(row: Row, input: CommandInput<typeof schedule, 'reschedule'>): Columns {
  const cron = input.cron ?? row.own_cron
  const zone = input.zone ?? row.own_zone
  const read = readCron(cron)
  if ('fault' in read) throw invalid({ cron: { key: `platform.field.cron.${read.fault}` } })
  const next = row.state === 'active' ? nextTime({ cron, zone }, Date.now()) : null
  return { cron, zone, missed: input.missed ?? row.own_missed, next_run_at: next }
}

const FITS: Readonly<Record<string, (row: Readonly<Row>) => boolean>> = {
  pause: row => row.state === 'active',
  resume: row => row.state === 'paused',
  runNow: row => row.state !== 'retired' && row.lease_until === null && row.wanted_at === null,
  reschedule: row => row.state !== 'retired',
}

export function serveSchedule(): ServedResource {
  return serveResource(schedule, {
    inner: INNER,
    allows: (action, row) => FITS[action]?.(row) ?? true,
    wordsOf: { name: ({ name }) => [{ word: jobWord(String(name)) }] },
    commands: {
      pause: changing<'pause'>(pause),
      resume: changing<'resume'>(resume),
      runNow: changing<'runNow'>(runNow),
      reschedule: changing<'reschedule'>(reschedule),
    },
  })
}

export function serveScheduleRun(): ServedResource {
  return serveResource(scheduleRun, {})
}
