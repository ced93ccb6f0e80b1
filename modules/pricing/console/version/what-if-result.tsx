import { AsOf, Count, Decimal, EmptyState, StatGrid, useWords } from '@wattyard/console-kit'
import type { ReactNode } from 'react'
import type { WhatIfAnswer } from '../../contract/index.ts'
import { PeriodLabel } from '../period.tsx'

/** Totals, then the same figures by period and by station. */
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
          },
          {
            key: 'difference',
            label: t('pricing.whatIf.difference'),
            figure: { kind: 'shown', value: <Signed value={total.difference.total} /> },
          },
        ]}
      />
      <p>{t('pricing.whatIf.orders', { dearer, cheaper, unchanged })}</p>
      <FigureTable
        caption={t('pricing.whatIf.byPeriod')}
        of={t('pricing.editor.period')}
        rows={answer.periods}
        keyOf={({ period }) => period}
        nameOf={({ period }) => <PeriodLabel period={period} />}
        figures={[
          [t('pricing.whatIf.energyBefore'), ({ before }) => energy(before.energy)],
          [t('pricing.whatIf.energyAfter'), ({ after }) => energy(after.energy)],
          [t('pricing.whatIf.before'), ({ before }) => money(before.total)],
          [t('pricing.whatIf.after'), ({ after }) => money(after.total)],
        ]}
      />
      <FigureTable
        caption={t('pricing.whatIf.byStation')}
        of={t('pricing.assignment.station')}
        rows={answer.stations}
        keyOf={({ stationId }) => stationId}
        nameOf={({ name }) => name}
        figures={[
          [t('pricing.whatIf.orderCount'), ({ orders }) => <Count value={orders} />],
          [t('pricing.whatIf.energy'), station => energy(station.energy)],
          [t('pricing.whatIf.before'), ({ before }) => money(before.total)],
          [t('pricing.whatIf.after'), ({ after }) => money(after.total)],
          [t('pricing.whatIf.difference'), ({ difference }) => <Signed value={difference.total} />],
        ]}
      />
    </div>
  )
}

const energy = (value: string) => <Decimal kind="energy" value={value} />
const money = (value: string) => <Decimal kind="money" value={value} />

interface FigureTableProps<Row> {
  caption: string
  /** Head of the first column, which names the row. */
  of: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => ReactNode
  figures: readonly (readonly [head: string, cell: (row: Row) => ReactNode])[]
}

function FigureTable<Row>({ caption, of, rows, keyOf, nameOf, figures }: FigureTableProps<Row>) {
  return (
    <div className="pr-scroll">
      <table className="pr-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {figures.map(([head]) => (
              <th key={head} scope="col" className="pr-right">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)}>
              <th scope="row">{nameOf(row)}</th>
              {figures.map(([head, cell]) => (
                <td key={head} className="pr-right">
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Signed({ value }: { value: string }) {
  const isDown = value.startsWith('-')
  const isUp = !isDown && !/^0+\.0+$/.test(value)
  return (
    <span className="pr-change w-num" data-up={isUp ? '' : undefined} data-down={isDown ? '' : undefined}>
      {isUp && '+'}
      {money(value)}
    </span>
  )
}
