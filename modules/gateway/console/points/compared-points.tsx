import { type ComparedProps, DifferenceTable, useWords } from '@wattyard/console-kit'
import { diffPoints } from '../../contract/point-map/diff-points.ts'
import type { PointRow } from '../../contract/point-map/point.ts'
import { cellWord } from './choices.ts'

/** Draws what one map of points changes against another, point by point. */
export function ComparedPoints({ before, after }: ComparedProps<readonly PointRow[]>) {
  const { t, has } = useWords()
  const differences = diffPoints(before, after).map(({ kind, key, name, row, columns }) => ({
    key: `${kind} ${key} ${row}`,
    kind,
    name: [key, name].filter(Boolean).join(' · ') || t('gateway.points.row', { row }),
    changes: columns.map(one => ({
      key: one.column,
      name: t(`gateway.point.${one.column}`),
      before: cellWord(t, has, one.column, one.before),
      after: cellWord(t, has, one.column, one.after),
    })),
  }))
  return <DifferenceTable differences={differences} />
}
