import { useWords } from '../words/use-words.ts'
import { type HeadGroup, nameOfColumn, type ReportColumn } from './report-column.ts'
import type { ReportView } from './report-view.ts'

interface ColumnTicksProps<R> {
  readonly columns: readonly ReportColumn<R>[]
  readonly heads: readonly HeadGroup[]
  readonly view: ReportView
  readonly onView: (change: Partial<ReportView>) => void
  /** Keys of columns without room. */
  readonly left?: readonly string[]
}

const without = (keys: readonly string[], key: string): string[] => keys.filter(one => one !== key)

/** Draws the columns of a report with their ticks; a column without room has none, and a tick makes room for it. */
export function ColumnTicks<R>({ columns, heads, view, onView, left = [] }: ColumnTicksProps<R>) {
  const { t } = useWords()
  const tick = (key: string, isOn: boolean): void =>
    onView({
      hidden: isOn ? without(view.hidden, key) : [...view.hidden, key],
      shown: isOn ? [...view.shown, key] : without(view.shown, key),
    })
  return (
    <div className="w-ticks">
      {columns
        .filter(({ isHidden }) => !isHidden)
        .map(column => (
          <label key={column.key} className="w-tick">
            <input
              type="checkbox"
              checked={!view.hidden.includes(column.key) && !left.includes(column.key)}
              onChange={event => tick(column.key, event.target.checked)}
            />
            <span className="w-grow">{nameOfColumn(column, heads)}</span>
            {left.includes(column.key) && <small className="w-quiet">{t('kit.noRoom')}</small>}
          </label>
        ))}
    </div>
  )
}
