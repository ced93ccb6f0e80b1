import { ResourcePage, type ResourceSlots } from '@wattyard/console-kit'
import { schedule } from '../../contract/schedule.ts'
import {
  CronCell,
  JobName,
  LastRunCell,
  NextRunCell,
  PauseDialog,
  RescheduleDialog,
  StateCell,
} from './schedule-cells.tsx'
import { ScheduleRuns } from './schedule-runs.tsx'

const slots: ResourceSlots = {
  cells: { name: JobName, cron: CronCell, state: StateCell, nextRun: NextRunCell, lastRun: LastRunCell },
  widths: { name: 270, cron: 200, nextRun: 260, lastRun: 130 },
  commands: { reschedule: RescheduleDialog, pause: PauseDialog },
  sections: [{ key: 'runs', title: 'platform.schedule.runs', Show: ScheduleRuns }],
}

/** `/sysconfig/cfgSchedule`: jobs with their times and last results; the detail shows the runs and what they said. */
export function Page() {
  return <ResourcePage resource={schedule} slots={slots} />
}
