import {
  Ago,
  HeadCommands,
  NO_VALUE,
  type SectionProps,
  StatGrid,
  StatusTag,
  useList,
  useLiveRefresh,
  useNow,
  useWords,
  When,
} from '@wattyard/console-kit'
import { scheduleRun } from '../../contract/schedule.ts'
import { CronCell, distanceText, StateCell } from './schedule-cells.tsx'
import { tookText, useRuns } from './use-runs.ts'

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Draws the state of a job, when it runs, since when it has been running, and what can be done with it now. */
export function ScheduleHead({ record, labels }: SectionProps) {
  const runningSince = number(record.runningSince)
  return (
    <>
      <StateCell value={record.state} record={record} labels={labels} />
      {runningSince !== null && <Ago at={runningSince} lasting />}
      <CronCell value={record.cron} record={record} labels={labels} />
      <span className="w-quiet">{String(record.zone)}</span>
      <HeadCommands record={record} names={['runNow', 'pause', 'resume', 'reschedule']} />
    </>
  )
}

/** Draws when a job runs next, how it ended last and how long it took, and how many of its kept runs failed. */
export function ScheduleFigures({ record }: SectionProps) {
  const { t, language } = useWords()
  const now = useNow()
  const runs = useRuns(record.id)
  const failed = useList(scheduleRun, {
    page: 1,
    pageSize: 1,
    'filter.schedule': record.id,
    'filter.outcome': 'failed',
  })
  useLiveRefresh(['platform.schedule'], [scheduleRun.name])
  const last = runs.data?.list.find(run => run.endedAt !== null && run.outcome !== 'skipped')
  const took = typeof last?.endedAt !== 'number' ? null : tookText(last.endedAt - last.startedAt)
  const nextRun = number(record.nextRun)
  const lastRun = number(record.lastRun)
  const lastOutcome = typeof record.lastOutcome === 'string' ? record.lastOutcome : null
  return (
    <StatGrid
      label={t('kit.figures')}
      look="plain"
      query={runs}
      stats={[
        {
          key: 'nextRun',
          label: t('platform.schedule.nextRun'),
          figure: { kind: 'shown', value: nextRun === null ? NO_VALUE : distanceText(nextRun, now, language) },
          note: nextRun !== null && <When at={nextRun} />,
        },
        {
          key: 'lastRun',
          label: t('platform.schedule.lastRun'),
          figure: { kind: 'shown', value: lastRun === null ? NO_VALUE : <Ago at={lastRun} /> },
          note: lastRun !== null && (
            <span className="w-row w-wrap">
              <When at={lastRun} />
              {lastOutcome && <StatusTag of="platform.schedule.lastOutcome" value={lastOutcome} />}
            </span>
          ),
        },
        {
          key: 'took',
          label: t('platform.schedule.figure.took'),
          figure: runs.data && { kind: 'shown', value: <span className="w-num">{took ?? NO_VALUE}</span> },
        },
        {
          key: 'runs',
          label: t('platform.schedule.figure.runs'),
          hint: t('platform.schedule.figure.runsHint'),
          figure: runs.data && { kind: 'count', value: runs.data.total },
          note: failed.data && t('platform.schedule.figure.failed', { count: failed.data.total }),
        },
      ]}
    />
  )
}
