import {
  Ago,
  Count,
  EmptyState,
  ErrorState,
  type SectionProps,
  Skeleton,
  StatusTag,
  useLiveRefresh,
  useWords,
  When,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { faultOf } from '../../contract/run-fault.ts'
import { outputWord, partsOfOutput, scheduleRun } from '../../contract/schedule.ts'
import { backupOutput, Details } from '../backup/backup-said.tsx'
import { FIRST_RUNS, tookText, useRuns } from './use-runs.ts'
import './schedule.css'

const MOST = 200

interface Run {
  readonly id: string
  readonly cause: string
  readonly askedBy: string | null
  readonly startedAt: number
  readonly endedAt: number | null
  readonly outcome: string
  readonly output: string | null
}

/** Draws the last runs of a job with their output, live. */
export function ScheduleRuns({ record }: SectionProps) {
  const { t } = useWords()
  const [pageSize, setPageSize] = useState(FIRST_RUNS)
  const runs = useRuns(record.id, pageSize)
  useLiveRefresh(['platform.schedule'], [scheduleRun.name])
  if (runs.error) return <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />
  if (!runs.data) return <Skeleton lines={4} />
  if (runs.data.list.length === 0) return <EmptyState title={t('platform.schedule.noRuns')} />
  return (
    <>
      <ol className="platform-runs">
        {runs.data.list.map(run => (
          <ScheduleRun key={run.id} run={run} job={String(record.name)} />
        ))}
      </ol>
      {runs.data.total > pageSize && pageSize < MOST && (
        <Button size="small" onClick={() => setPageSize(MOST)}>
          {t('platform.schedule.moreRuns')}
        </Button>
      )}
    </>
  )
}

/** Draws one run: its result, its time and what it returned. */
export function ScheduleRun({ run, job }: { run: Run; job: string }) {
  const { t } = useWords()
  const took = run.endedAt === null ? null : tookText(run.endedAt - run.startedAt)
  return (
    <li>
      <p className="w-row">
        <StatusTag of="platform.scheduleRun.outcome" value={run.outcome} />
        <When at={run.startedAt} />
        <span className="w-quiet">
          <Ago at={run.startedAt} />
          {` · ${t(`platform.scheduleRun.causeValue.${run.cause}`)}`}
          {run.askedBy !== null && ` · ${t('platform.schedule.by', { name: run.askedBy })}`}
          {took !== null && run.outcome !== 'skipped' && ` · ${t('platform.schedule.took', { time: took })}`}
        </span>
      </p>
      {run.output !== null &&
        (run.outcome === 'failed' ? <Failure error={run.output} /> : <Output job={job} output={run.output} />)}
    </li>
  )
}

/** Draws why a run failed: in words by the kind of failure, and the text of the error for whoever looks after the machine. */
function Failure({ error }: { error: string }) {
  const { t } = useWords()
  return (
    <>
      <p>{t(`platform.runFault.${faultOf(error)}`)}</p>
      <Details text={error} />
    </>
  )
}

/** Draws what a job returned in words; the text of another program as it came. */
function Output({ job, output }: { job: string; output: string }) {
  const { t, has } = useWords()
  const said = backupOutput(job, output)
  if (said)
    return (
      <>
        {said}
        <Details text={output} />
      </>
    )
  const parts = partsOfOutput(output)
  if (!parts.every(({ key }) => has(outputWord(job, key)))) return <pre className="platform-output">{output}</pre>
  return (
    <p className="w-row">
      {parts.map(({ key, value }) => (
        <span key={key}>
          {t(outputWord(job, key))}
          {value !== null && (
            <>
              {' '}
              <OutputValue value={value} />
            </>
          )}
        </span>
      ))}
    </p>
  )
}

/** Draws a whole number, an instant, or any other text as it is. */
function OutputValue({ value }: { value: string }) {
  if (/^\d{1,15}$/.test(value)) return <Count value={Number(value)} />
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return <When at={Date.parse(value)} />
  return value
}
