import {
  Ago,
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
import { scheduleRun } from '../../contract/schedule.ts'
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
          <RunItem key={run.id} run={run} />
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

function RunItem({ run }: { run: Run }) {
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
      {run.output !== null && <pre className="platform-output">{run.output}</pre>}
    </li>
  )
}
