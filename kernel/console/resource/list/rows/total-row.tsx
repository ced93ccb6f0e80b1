import { fieldOf, type Labels } from '@wattyard/resource'
import { CELLS } from '../../../faces/cells.tsx'
import { HeadUnit } from '../../../faces/head-unit.tsx'
import { fieldWord, useWords } from '../../../words/use-words.ts'
import { usePage } from '../../page-context.tsx'
import { useTotals } from '../use-totals.ts'
import { onPaper, type ShownColumn } from './columns.ts'

/** Draws the sums over all rows of the list, not only the shown page; they are read after the rows. */
export function TotalRow({ columns, canChoose }: { columns: readonly ShownColumn[]; canChoose: boolean }) {
  const { resource } = usePage()
  const { t } = useWords()
  const totals = useTotals()
  const first = columns.findIndex(({ key }) => resource.list.totals?.includes(key))
  // Cells of their own, since the heading must span as many columns on paper as are printed.
  const offPaper = columns.slice(0, Math.max(first, 0)).filter(({ isOffPaper }) => isOffPaper)
  if (!totals || first < 0 || totals.rows + totals.left === 0) return null
  const count = totals.rows
  return (
    <tfoot>
      <tr>
        {canChoose && <td aria-hidden="true" className="w-check w-no-print" />}
        {first > 0 && (
          <th scope="row" colSpan={first - offPaper.length} data-pinned="">
            {totals.capped ? t('kit.totalCapped', { count }) : t('kit.totalOf', { count })}
            <TotalLeft left={totals.left} />
          </th>
        )}
        {offPaper.map(column => (
          <td key={column.key} aria-hidden="true" className={onPaper(column)} />
        ))}
        {columns.slice(first).map(column => (
          <td
            key={column.key}
            className={onPaper(column)}
            data-align={CELLS[fieldOf(resource, column.key)?.kind ?? 'text'].align}
          >
            {column.key in totals.totals && <TotalCell column={column.key} value={totals.totals[column.key]} />}
          </td>
        ))}
        <td aria-hidden="true" />
        <td aria-hidden="true" className="w-actions w-no-print" />
      </tr>
    </tfoot>
  )
}

/** Says how many rows of the list are not added up. */
function TotalLeft({ left }: { left: number }) {
  const { resource } = usePage()
  const { t } = useWords()
  return left > 0 ? (
    <span className="w-quiet w-total-left">{t(`${resource.name}.totalLeft`, { count: left })}</span>
  ) : null
}

function TotalCell({ column, value }: { column: string; value: unknown }) {
  const { resource } = usePage()
  const field = fieldOf(resource, column)
  if (!field) return null
  const { Cell } = CELLS[field.kind]
  return <Cell value={value} field={field} name={`${resource.name}.${column}`} labels={NO_LABELS} inColumn />
}

const NO_LABELS: Labels = {}

/** Draws the sums above the cards on a phone. */
export function TotalFacts() {
  const { resource } = usePage()
  const words = useWords()
  const totals = useTotals()
  if (!totals || totals.rows + totals.left === 0 || totals.capped) return null
  const kindOf = (key: string): string => fieldOf(resource, key)?.kind ?? ''
  return (
    <div className="w-card-totals">
      <span className="w-quiet">
        {words.t('kit.totalOf', { count: totals.rows })}
        <TotalLeft left={totals.left} />
      </span>
      <dl>
        {Object.entries(totals.totals).map(([key, value]) => (
          <div key={key}>
            <dt>
              {fieldWord(words, resource, key)}
              <HeadUnit kind={kindOf(key)} />
            </dt>
            <dd>
              <TotalCell column={key} value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
