import {
  AsOf,
  Decimal,
  EmptyState,
  type ReportColumn,
  ReportGrid,
  type ReportGridProps,
  StatGrid,
  useWords,
} from '@wattyard/console-kit'
import { useMemo } from 'react'
import type { WhatIfAnswer } from '../../contract/index.ts'
import { PeriodMark } from '../period.tsx'

/** Draws the totals, then the same figures by period and by station. */
export function WhatIfResult({ answer }: { answer: WhatIfAnswer }) {
  const { t } = useWords()
  const { total, count, dearer, cheaper, unchanged } = answer
  if (count.rated === 0)
    return <EmptyState title={t('pricing.whatIf.nothing')} text={t('pricing.whatIf.nothingHint')} />
  return (
    <div className="pr-what-if">
      <p className="w-row w-wrap">
        <AsOf at={answer.asOf} />
        <span>{t('pricing.whatIf.count', { rated: count.rated, matching: count.matching })}</span>
        {count.ofOthers > 0 && <span>{t('pricing.whatIf.ofOthers', { count: count.ofOthers })}</span>}
        {answer.refused.count > 0 && (
          <span className="pr-missing">{t('pricing.whatIf.refused', { count: answer.refused.count })}</span>
        )}
      </p>
      <StatGrid
        label={t('pricing.whatIf.totals')}
        stats={[
          { key: 'energy', label: t('pricing.whatIf.energy'), figure: { kind: 'energy', value: total.energy } },
          { key: 'before', label: t('pricing.whatIf.before'), figure: { kind: 'money', value: total.before.total } },
          {
            key: 'after',
            label: t('pricing.whatIf.after'),
            figure: { kind: 'money', value: total.after.total },
            before: total.before.total,
            beforeName: t('pricing.whatIf.before'),
          },
          {
            key: 'difference',
            label: t('pricing.whatIf.difference'),
            figure: { kind: 'shown', value: <Signed value={total.difference.total} unit /> },
          },
        ]}
      />
      <p>{t('pricing.whatIf.orders', { dearer, cheaper, unchanged })}</p>
      <PeriodReport rows={answer.periods} />
      <StationReport rows={answer.stations} />
    </div>
  )
}

type PeriodRow = WhatIfAnswer['periods'][number]
type StationRow = WhatIfAnswer['stations'][number]

function PeriodReport({ rows }: { rows: readonly PeriodRow[] }) {
  const { t } = useWords()
  const columns = useMemo(
    (): ReportColumn<PeriodRow>[] => [
      {
        key: 'period',
        head: t('pricing.editor.period'),
        kind: 'text',
        width: 120,
        value: row => row.period,
        word: period => t(`pricing.period.${period}`),
        show: ({ row }, name) => (row ? <PeriodMark period={row.period} /> : name),
      },
      { key: 'energyBefore', head: t('pricing.whatIf.energyBefore'), kind: 'energy', value: row => row.before.energy },
      { key: 'energyAfter', head: t('pricing.whatIf.energyAfter'), kind: 'energy', value: row => row.after.energy },
      { key: 'before', head: t('pricing.whatIf.before'), kind: 'money', value: row => row.before.total },
      { key: 'after', head: t('pricing.whatIf.after'), kind: 'money', value: row => row.after.total },
    ],
    [t],
  )
  return <Report caption={t('pricing.whatIf.byPeriod')} rows={rows} rowKey={row => row.period} columns={columns} />
}

function StationReport({ rows }: { rows: readonly StationRow[] }) {
  const { t } = useWords()
  const columns = useMemo(
    (): ReportColumn<StationRow>[] => [
      {
        key: 'station',
        head: t('pricing.assignment.station'),
        kind: 'text',
        value: row => row.stationId,
        word: id => rows.find(row => row.stationId === id)?.name ?? id,
      },
      { key: 'orders', head: t('pricing.whatIf.orderCount'), kind: 'integer', value: row => row.orders },
      { key: 'energy', head: t('pricing.whatIf.energy'), kind: 'energy', value: row => row.energy },
      { key: 'before', head: t('pricing.whatIf.before'), kind: 'money', value: row => row.before.total },
      { key: 'after', head: t('pricing.whatIf.after'), kind: 'money', value: row => row.after.total },
      {
        key: 'difference',
        head: t('pricing.whatIf.difference'),
        kind: 'money',
        // Room for the sign.
        width: 132,
        value: row => row.difference.total,
        show: ({ row }, figure) => (row ? <Signed value={row.difference.total} /> : figure),
      },
    ],
    [t, rows],
  )
  return <Report caption={t('pricing.whatIf.byStation')} rows={rows} rowKey={row => row.stationId} columns={columns} />
}

interface ReportProps<R> extends Pick<ReportGridProps<R>, 'rows' | 'rowKey' | 'columns'> {
  readonly caption: string
}

function Report<R>({ caption, ...report }: ReportProps<R>) {
  return (
    <section className="pr-report">
      <h3>{caption}</h3>
      <ReportGrid {...report} label={caption} file={caption} isWhole />
    </section>
  )
}

/** Draws a difference with its sign; `unit` adds the currency where no head names it. */
function Signed({ value, unit = false }: { value: string; unit?: boolean }) {
  const isDown = value.startsWith('-')
  const isUp = !isDown && !/^0+\.0+$/.test(value)
  return (
    <span className="pr-change w-num" data-up={isUp ? '' : undefined} data-down={isDown ? '' : undefined}>
      {isUp && '+'}
      <Decimal kind="money" value={value} unit={unit} />
    </span>
  )
}
