import type { Field } from '@wattyard/resource'
import { memo, type MouseEvent, useState } from 'react'
import { CELLS } from '../../faces/cells.tsx'
import { MoreMenu } from '../../ui/menu-button.tsx'
import { hasColour } from '../../words/tone.ts'
import { fieldWord, useWords, wordKeys } from '../../words/use-words.ts'
import { CellOf, NameOf } from './cell.tsx'
import { ColumnHead } from './column-head.tsx'
import { headWidth } from './head-width.ts'
import { shownColumns } from './column-settings.ts'
import { type PageContextValue, useNameOf, usePage } from '../page-context.tsx'
import type { AnyRecord, Labels } from '@wattyard/resource'
import { fieldOf } from '../records.ts'
import { hasRowActions, useRowActions } from '../row-actions.ts'
import { useTotals } from './use-totals.ts'
import '../../ui/cards.css'
import './data-table.css'

const CHECK_WIDTH = 40
const ACTION_WIDTH = 48

/** Width of a column until a person changes it: the page's own word, else what its kind and the name above it need. */
export function widthOf(
  { resource, slots }: Pick<PageContextValue, 'resource' | 'slots'>,
  key: string,
  name: string,
): number {
  const field = fieldOf(resource, key)
  return Math.max(slots.widths?.[key] ?? (field ? CELLS[field.kind].width : 120), headWidth(name))
}

/** Columns shown, with their widths. The record's name is the way into it, so its column is pinned when it comes first. */
function useColumns(): { key: string; width: number }[] {
  const page = usePage()
  const words = useWords()
  const { columns, resource, settings } = page
  return shownColumns(columns, settings).map(key => ({
    key,
    width: settings.widths[key] ?? widthOf(page, key, fieldWord(words, resource, key)),
  }))
}

interface RowsProps {
  records: readonly AnyRecord[]
  canChoose: boolean
}

/**
 * Rows as a real table: readable by assistive technology, printable, with a pinned first column. Memoised: that the list
 * is being read again changes a mark on its frame and not a thousand cells.
 */
export const DataTable = memo(function DataTable({ records, canChoose }: RowsProps) {
  const { resource, state, answer, chosen, choose } = usePage()
  const { t } = useWords()
  const columns = useColumns()
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
        {columns.map(({ key, width }) => (
          <col key={key} style={{ width }} />
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
          {columns.map(({ key, width }, index) => (
            <ColumnHead key={key} column={key} width={width} pinned={index === 0} />
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
            keys={columns.map(column => column.key)}
            canChoose={canChoose}
            rowIndex={(state.page - 1) * state.pageSize + index + 2}
          />
        ))}
      </tbody>
      <TotalRow keys={columns.map(column => column.key)} canChoose={canChoose} />
    </table>
  )
})

/** Sums over all rows of the list, whatever page is shown; read after the rows. */
function TotalRow({ keys, canChoose }: { keys: readonly string[]; canChoose: boolean }) {
  const { resource } = usePage()
  const { t } = useWords()
  const totals = useTotals()
  const first = keys.findIndex(key => resource.list.totals?.includes(key))
  if (!totals || first < 0 || totals.rows === 0) return null
  const count = totals.rows
  return (
    <tfoot>
      <tr>
        {canChoose && <td aria-hidden="true" className="w-check w-no-print" />}
        {first > 0 && (
          <th scope="row" colSpan={first} data-pinned="">
            {totals.capped ? t('kit.totalCapped', { count }) : t('kit.totalOf', { count })}
          </th>
        )}
        {keys.slice(first).map(key => (
          <td key={key} data-align={CELLS[fieldOf(resource, key)?.kind ?? 'text'].align}>
            {key in totals.totals && <TotalCell column={key} value={totals.totals[key]} />}
          </td>
        ))}
        <td aria-hidden="true" />
        <td aria-hidden="true" className="w-actions w-no-print" />
      </tr>
    </tfoot>
  )
}

function TotalCell({ column, value }: { column: string; value: unknown }) {
  const { resource } = usePage()
  const field = fieldOf(resource, column)
  if (!field) return null
  const { Cell } = CELLS[field.kind]
  return <Cell value={value} field={field} name={`${resource.name}.${column}`} labels={NO_LABELS} />
}

const NO_LABELS: Labels = {}

/** The sums on a phone, under the cards' heading. */
function TotalFacts() {
  const { resource } = usePage()
  const words = useWords()
  const totals = useTotals()
  if (!totals || totals.rows === 0 || totals.capped) return null
  return (
    <div className="w-card-totals">
      <span className="w-quiet">{words.t('kit.totalOf', { count: totals.rows })}</span>
      <dl>
        {Object.entries(totals.totals).map(([key, value]) => (
          <div key={key}>
            <dt>{fieldWord(words, resource, key)}</dt>
            <dd>
              <TotalCell column={key} value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Row({
  record,
  keys,
  canChoose,
  rowIndex,
}: {
  record: AnyRecord
  keys: readonly string[]
  canChoose: boolean
  rowIndex: number
}) {
  const { resource, slots, labels, chosen, choose, showDetail, detailId } = usePage()
  const { t } = useWords()
  const name = useNameOf(resource)(record)
  const isChosen = chosen.has(record.id)
  // The whole row is a large target for the mouse; the way for everybody is the button in its first cell.
  const openByRow = (event: MouseEvent<HTMLElement>): void => {
    const isControl = event.target instanceof Element && event.target.closest('a,button,input,label,[popover]') !== null
    if (!isControl && !document.getSelection()?.toString()) showDetail(record.id)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the row's first button does the same by keyboard
    <tr
      aria-rowindex={rowIndex}
      aria-selected={canChoose ? isChosen : undefined}
      data-open={detailId === record.id ? '' : undefined}
      onClick={openByRow}
    >
      {canChoose && (
        <td className="w-check w-no-print">
          <input
            type="checkbox"
            aria-label={t('kit.choose', { name })}
            checked={isChosen}
            onChange={event => choose([record], event.target.checked)}
          />
        </td>
      )}
      {keys.map((key, index) => {
        const field = fieldOf(resource, key)
        const cell = (
          <CellOf resource={resource} slots={slots} record={record} labels={labels} column={key} plain={index === 0} />
        )
        return (
          <td
            key={key}
            data-pinned={index === 0 ? '' : undefined}
            data-align={field ? CELLS[field.kind].align : undefined}
          >
            {index === 0 ? (
              <button type="button" className="w-link-button w-clip" onClick={() => showDetail(record.id)}>
                {cell}
              </button>
            ) : (
              cell
            )}
          </td>
        )
      })}
      <td aria-hidden="true" />
      <td className="w-actions w-no-print">
        <RowMenu record={record} name={name} />
      </td>
    </tr>
  )
}

/** A button of its own until it is pressed: a menu for each of two hundred rows is much that nobody opens. */
function RowMenu({ record, name }: { record: AnyRecord; name: string }) {
  const { resource } = usePage()
  const { t } = useWords()
  const [isUsed, setUsed] = useState(false)
  if (!hasRowActions(resource, record)) return null
  const label = t('kit.actionsOf', { name })
  if (isUsed) return <UsedRowMenu record={record} label={label} />
  return (
    <button
      type="button"
      className="w-icon-button w-more"
      aria-label={label}
      aria-expanded={false}
      aria-haspopup="menu"
      onClick={() => setUsed(true)}
    />
  )
}

function UsedRowMenu({ record, label }: { record: AnyRecord; label: string }) {
  return <MoreMenu label={label} actions={useRowActions(record)} isOpen />
}

/** Rows on a phone: one card each, the name and the state first, then the next few facts. */
export const CardList = memo(function CardList({ records, canChoose }: RowsProps) {
  return (
    <>
      <TotalFacts />
      <ul className="w-cards">
        {records.map(record => (
          <Card key={record.id} record={record} canChoose={canChoose} />
        ))}
      </ul>
    </>
  )
})

/** Whether a value of the field has a colour: then it is what one looks for first. */
function isState(field: Field | undefined, name: string): boolean {
  return field?.kind === 'oneOf' && hasColour(field, name)
}

/** Facts on a card beside its name; the detail has the rest. */
const CARD_FACTS = 6

function Card({ record, canChoose }: { record: AnyRecord; canChoose: boolean }) {
  const { resource, slots, labels, chosen, choose, showDetail } = usePage()
  const words = useWords()
  const name = useNameOf(resource)(record)
  const keys = useColumns().map(column => column.key)
  const stateKey = keys.find(key => isState(fieldOf(resource, key), `${resource.name}.${key}`))
  const facts = keys.filter(key => key !== resource.label && key !== stateKey).slice(0, CARD_FACTS)
  const cell = (key: string) => (
    <CellOf resource={resource} slots={slots} record={record} labels={labels} column={key} />
  )
  return (
    <li className="w-card-item">
      <div className="w-row">
        {canChoose && (
          // Around the box, for a finger.
          <label className="w-card-choose">
            <input
              type="checkbox"
              aria-label={words.t('kit.choose', { name })}
              checked={chosen.has(record.id)}
              onChange={event => choose([record], event.target.checked)}
            />
          </label>
        )}
        <button type="button" className="w-link-button w-grow" onClick={() => showDetail(record.id)}>
          <strong className="w-card-name">
            <NameOf resource={resource} slots={slots} record={record} labels={labels} />
          </strong>
        </button>
        {stateKey && cell(stateKey)}
        <RowMenu record={record} name={name} />
      </div>
      <dl>
        {facts.map(key => (
          <div key={key}>
            <dt>{fieldWord(words, resource, key)}</dt>
            <dd>{cell(key)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
