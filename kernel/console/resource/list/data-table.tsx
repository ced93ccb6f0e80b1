import type { AnyRecord } from '@wattyard/resource'
import { memo } from 'react'
import { useWords, wordKeys } from '../../words/use-words.ts'
import { usePage } from '../page-context.tsx'
import { ColumnHead } from './column-head.tsx'
import { ACTION_WIDTH, CHECK_WIDTH, onPaper, useColumns } from './rows/columns.ts'
import { Row } from './rows/table-row.tsx'
import { TotalRow } from './rows/total-row.tsx'
import '../../ui/cards.css'
import './data-table.css'

interface DataTableProps {
  records: readonly AnyRecord[]
  canChoose: boolean
}

/**
 * Draws rows as a real table: readable by assistive technology, printable, with a pinned first column. It is memoised, so that a
 * reload of the list changes a mark on the frame and not a thousand cells.
 */
export const DataTable = memo(function DataTable({ records, canChoose }: DataTableProps) {
  const { resource, state, answer, chosen, choose } = usePage()
  const { t } = useWords()
  const columns = useColumns().shown
  const total = columns.reduce((sum, column) => sum + column.width, (canChoose ? CHECK_WIDTH : 0) + ACTION_WIDTH)
  const chosenHere = records.filter(record => chosen.has(record.id)).length
  return (
    <table
      className="w-table"
      style={{ minWidth: total }}
      data-checks={canChoose ? '' : undefined}
      aria-rowcount={answer?.capped ? -1 : answer?.total}
    >
      <caption className="w-sr">{t(wordKeys.noun(resource))}</caption>
      <colgroup>
        {canChoose && <col style={{ width: CHECK_WIDTH }} className="w-no-print" />}
        {columns.map(column => (
          <col key={column.key} style={{ width: column.width }} className={onPaper(column)} />
        ))}
        <col className="w-filler" />
        <col style={{ width: ACTION_WIDTH }} className="w-no-print" />
      </colgroup>
      <thead>
        <tr>
          {canChoose && (
            <th scope="col" className="w-check w-no-print">
              <input
                type="checkbox"
                aria-label={t('kit.chooseAll')}
                checked={chosenHere > 0 && chosenHere === records.length}
                ref={box => {
                  if (box) box.indeterminate = chosenHere > 0 && chosenHere < records.length
                }}
                onChange={event => choose(records, event.target.checked)}
              />
            </th>
          )}
          {columns.map((column, index) => (
            <ColumnHead key={column.key} column={column} pinned={index === 0} />
          ))}
          <th aria-hidden="true" />
          <th scope="col" className="w-actions w-no-print">
            <span className="w-sr">{t('kit.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {records.map((record, index) => (
          <Row
            key={record.id}
            record={record}
            columns={columns}
            canChoose={canChoose}
            rowIndex={(state.page - 1) * state.pageSize + index + 2}
          />
        ))}
      </tbody>
      <TotalRow columns={columns} canChoose={canChoose} />
    </table>
  )
})
