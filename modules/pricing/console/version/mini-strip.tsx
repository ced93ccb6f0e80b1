import { useWords } from '@wattyard/console-kit'
import { dialText, type DraftInterval } from '../../contract/index.ts'

/** Draws a day in one read-only line, for comparisons and templates. Its label states the same in words. */
export function MiniStrip({
  intervals,
  label,
}: {
  intervals: readonly Pick<DraftInterval, 'fromQuarter' | 'toQuarter' | 'period'>[]
  label: string
}) {
  const { t } = useWords()
  const said = intervals
    .map(one => `${dialText(one.fromQuarter)}–${dialText(one.toQuarter)} ${t(`pricing.period.${one.period}`)}`)
    .join(', ')
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing made of elements; there is no file to show
    <div className="pr-mini" role="img" aria-label={`${label}: ${said}`}>
      {intervals.map(one => (
        <span
          key={one.fromQuarter}
          data-period={one.period}
          title={t(`pricing.period.${one.period}`)}
          style={{ gridColumn: `${one.fromQuarter + 1} / ${one.toQuarter + 1}` }}
        >
          {t(`pricing.period.${one.period}`)}
        </span>
      ))}
    </div>
  )
}

/** Joins neighbours of the same period, for a strip that shows only periods. */
export function periodRuns(intervals: readonly DraftInterval[]): DraftInterval[] {
  const runs: DraftInterval[] = []
  for (const interval of intervals) {
    const last = runs.at(-1)
    if (last?.period === interval.period && last.toQuarter === interval.fromQuarter)
      runs[runs.length - 1] = { ...last, toQuarter: interval.toQuarter }
    else runs.push(interval)
  }
  return runs
}
