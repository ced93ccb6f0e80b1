import {
  Ago,
  type CellSlotProps,
  type CommandSlotProps,
  anyResource,
  CommandDialog,
  type NameOfRecord,
  StatusTag,
  useNow,
  useWords,
  When,
} from '@wattyard/console-kit'
import { jobWord, schedule } from '../../contract/schedule.ts'
import { CronControl } from './cron-control.tsx'
import { cronText } from './cron-words.ts'

/** Returns a function that names a job in its module's words. */
export function useJobName(): NameOfRecord {
  const { t, has } = useWords()
  return ({ name }) => {
    const word = jobWord(String(name))
    return has(word) ? t(word) : String(name)
  }
}

export function JobName({ record }: CellSlotProps) {
  const nameOf = useJobName()
  return <span title={String(record.name)}>{nameOf(record)}</span>
}

/** Draws the times in words; the title is the expression. */
export function CronCell({ value }: CellSlotProps) {
  const { t, language } = useWords()
  const cron = String(value)
  return <span title={cron}>{cronText(cron, t, language) ?? cron}</span>
}

/** Draws the state of a job; "running" takes precedence. */
export function StateCell({ value, record }: CellSlotProps) {
  return typeof record.runningSince === 'number' ? (
    <StatusTag of="platform.scheduleRun.outcome" value="running" />
  ) : (
    <StatusTag of="platform.schedule.state" value={String(value)} />
  )
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Returns the time until a moment: "in 5 minutes". */
export function distanceText(at: number, now: number, language: string): string {
  const ahead = Math.max(0, at - now)
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  const [unit, size] = UNITS.find(([, ms]) => ahead >= ms) ?? (['minute', 60_000] as const)
  return format.format(Math.max(1, Math.round(ahead / size)), unit)
}

export function NextRunCell({ value }: CellSlotProps) {
  const { language } = useWords()
  const now = useNow()
  if (typeof value !== 'number') return <When at={null} />
  return (
    <>
      <When at={value} /> <span className="w-quiet">{distanceText(value, now, language)}</span>
    </>
  )
}

export function LastRunCell({ value }: CellSlotProps) {
  return <Ago at={typeof value === 'number' ? value : null} />
}

/** Draws the dialog of new times. It starts with the present ones and explains the typed expression. */
export function RescheduleDialog({ records, onDone }: CommandSlotProps) {
  const [record] = records
  return (
    <CommandDialog
      resource={anyResource(schedule)}
      command="reschedule"
      records={records}
      known={record ? { cron: record.cron, zone: record.zone, missed: record.missed } : {}}
      controls={{ cron: CronControl }}
      onDone={onDone}
    />
  )
}
