import {
  type ComparedProps,
  DifferenceTable,
  type DraftMerge,
  type DraftSides,
  type Side,
  useWords,
} from '@wattyard/console-kit'
import { diffPoints } from '../../contract/point-map/diff-points.ts'
import type { PointRow } from '../../contract/point-map/point.ts'
import { cellWord } from './choices.ts'
import { mergePoints } from './merge-points.ts'

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

/** Returns the merge of two sides' changes of a map, with its conflicts in words. */
export function useMergePoints() {
  const { t, has } = useWords()
  return (
    sides: DraftSides<readonly PointRow[]>,
    choices: Readonly<Record<string, Side>>,
  ): DraftMerge<readonly PointRow[]> => {
    const { merged, conflicts } = mergePoints(sides, choices)
    return {
      merged,
      conflicts: conflicts.map(one => {
        const { key, row, column } = one
        if (column === null) {
          const said = (side: unknown): string => t(side === undefined ? 'kit.version.removed' : 'kit.version.changed')
          return { key, name: row, mine: said(one.mine), theirs: said(one.theirs) }
        }
        return {
          key,
          name: `${row} · ${t(`gateway.point.${column}`)}`,
          mine: cellWord(t, has, column, one.mine ?? '') || t('kit.version.nothing'),
          theirs: cellWord(t, has, column, one.theirs ?? '') || t('kit.version.nothing'),
        }
      }),
    }
  }
}
