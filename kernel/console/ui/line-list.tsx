import { Fragment, type ReactNode } from 'react'
import './cards.css'
import { useIsPhone } from './use-phone.ts'

export interface LineColumn<R> {
  readonly key: string
  readonly head: string
  readonly show: (row: R) => ReactNode
  /** Place on a phone's card: the name, beside it, or a fact of full width; otherwise one of two facts in a line. */
  readonly place?: 'name' | 'beside' | 'wide'
  /** Returns whether a row has a value here; a card omits the fact otherwise. */
  readonly says?: (row: R) => boolean
  readonly className?: string
}

/**
 * Draws the lines of a list that is no resource, such as a log: a plain table, or on a phone a card per line. `className` is that
 * of the table's frame. `isWhole` draws the list without a frame, at its full length, inside a card. `current` is the id of the
 * line that is shown elsewhere.
 */
export function LineList<R extends { readonly id: string }>({
  rows,
  columns,
  className = '',
  isWhole = false,
  current = null,
}: {
  rows: readonly R[]
  columns: readonly LineColumn<R>[]
  className?: string
  isWhole?: boolean
  current?: string | null
}) {
  const isPhone = useIsPhone()
  if (isPhone)
    return (
      <ul className="w-cards">
        {rows.map(row => (
          <LineCard key={row.id} row={row} columns={columns} isCurrent={row.id === current} />
        ))}
      </ul>
    )
  return (
    <div className={`w-scroll-x ${className}`} data-whole={isWhole ? '' : undefined}>
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            {columns.map(({ key, head, className: ofCells }) => (
              <th key={key} scope="col" className={ofCells}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id} aria-current={row.id === current ? 'true' : undefined}>
              {columns.map(column => (
                <td key={column.key} className={column.className}>
                  {column.show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function LineCard<R>({ row, columns, isCurrent }: { row: R; columns: readonly LineColumn<R>[]; isCurrent: boolean }) {
  const at = (place: LineColumn<R>['place']) =>
    columns.filter(column => column.place === place).map(({ key, show }) => <Fragment key={key}>{show(row)}</Fragment>)
  const facts = columns.filter(
    ({ place, says }) => place !== 'name' && place !== 'beside' && (says === undefined || says(row)),
  )
  return (
    <li className="w-card-item" aria-current={isCurrent ? 'true' : undefined}>
      <div className="w-row">
        <strong className="w-grow w-card-name">{at('name')}</strong>
        {at('beside')}
      </div>
      <dl>
        {facts.map(({ key, head, place, show }) => (
          <div key={key} data-wide={place === 'wide' ? '' : undefined}>
            <dt>{head}</dt>
            <dd>{show(row)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
