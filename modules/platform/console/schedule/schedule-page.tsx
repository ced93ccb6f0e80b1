import { ResourcePage, type ResourceSlots } from '@wattyard/console-kit'
import { schedule } from '../../contract/schedule.ts'
import { CronCell, JobName, NextRunCell, RescheduleDialog, StateCell } from './schedule-cells.tsx'
import { ScheduleRuns } from './schedule-runs.tsx'

const slots: ResourceSlots = {
  cells: { name: JobName, cron: CronCell, state: StateCell, nextRun: NextRunCell },
  widths: { name: 280, cron: 220, nextRun: 270 },
  commands: { reschedule: RescheduleDialog },
  sections: [{ key: 'runs', title: 'platform.schedule.runs', Show: ScheduleRuns }],
}

/** `/sysconfig/cfgSchedule`: jobs with their times and last results; the detail shows the runs and what they said. */
export function Page() {
  return <ResourcePage resource={schedule} slots={slots} />
}
