import { lazyPart, ResourcePage, type ResourceSlots, useMay, useWords, useTabQuery } from '@wattyard/console-kit'
import { Segmented } from 'antd'
import { backup } from '../../contract/backup.ts'
import { schedule } from '../../contract/schedule.ts'
import {
  CronCell,
  JobName,
  LastRunCell,
  NextRunCell,
  RescheduleDialog,
  StateCell,
  useJobName,
} from './schedule-cells.tsx'
import { ScheduleFigures, ScheduleHead } from './schedule-head.tsx'
import { ScheduleRuns } from './schedule-runs.tsx'

const Backups = lazyPart(async () => (await import('../backup/backups-part.tsx')).BackupsPart)

const PARTS = ['jobs', 'backups'] as const

/** Draws the switch between jobs and the backups that some of them make. Switching clears the filters, because they differ. */
export function PartSwitch() {
  const { t } = useWords()
  const mayRead = useMay(`${backup.name}:read`)
  const [params, setParams] = useTabQuery()
  if (!mayRead) return null
  return (
    <Segmented
      aria-label={t('route./sysconfig/cfgSchedule')}
      value={params.get('part') === 'backups' ? 'backups' : 'jobs'}
      onChange={part => setParams(part === 'jobs' ? {} : { part })}
      options={PARTS.map(value => ({ value, label: t(`platform.backup.part.${value}`) }))}
    />
  )
}

const slots: ResourceSlots = {
  cells: { name: JobName, cron: CronCell, state: StateCell, nextRun: NextRunCell, lastRun: LastRunCell },
  useNameOf: useJobName,
  widths: { name: 330, cron: 210, nextRun: 290, lastRun: 130 },
  commands: { reschedule: RescheduleDialog },
  toolbar: PartSwitch,
  head: ScheduleHead,
  headFigures: ScheduleFigures,
  inSections: ['state', 'cron', 'zone', 'nextRun', 'lastRun', 'lastOutcome', 'runningSince'],
  factsTab: 'data',
  tabs: ['overview', 'data'],
  sections: [
    {
      key: 'runs',
      title: 'platform.schedule.runs',
      Show: ScheduleRuns,
      needs: 'platform.scheduleRun:read',
      tab: 'overview',
    },
  ],
}

/** Draws `/sysconfig/cfgSchedule`: jobs with their times and last results, and the backups of the installation. */
export function Page() {
  const [params] = useTabQuery()
  if (params.get('part') === 'backups') return <Backups switcher={PartSwitch} />
  return <ResourcePage resource={schedule} slots={slots} />
}
