import { type AnyRecord, type Field, fieldOf } from '@wattyard/resource'
import { memo } from 'react'
import { fieldWord, useWords } from '../../../words/use-words.ts'
import { hasColour } from '../../../words/tone.ts'
import { useNameOf, usePage } from '../../page-context.tsx'
import { CellOf, NameOf } from '../cell.tsx'
import { priorityOf } from '../fit/fit-columns.ts'
import { useColumns } from './columns.ts'
import { RowMenu } from './table-row.tsx'
import { TotalFacts } from './total-row.tsx'
import '../../../ui/cards.css'

interface CardListProps {
  records: readonly AnyRecord[]
  canChoose: boolean
}

/** Draws rows as cards on a phone: name and state first, then the next few facts. */
export const CardList = memo(function CardList({ records, canChoose }: CardListProps) {
  const { resource } = usePage()
  const { shown } = useColumns()
  const keys = shown.map(column => column.key)
  const byPriority = priorityOf(resource, keys)
  return (
    <>
      <TotalFacts />
      <ul className="w-cards">
        {records.map(record => (
          <Card key={record.id} record={record} keys={keys} byPriority={byPriority} canChoose={canChoose} />
        ))}
      </ul>
    </>
  )
})

/** Returns whether the values of a field have colours, so that a card shows it beside the name. */
function isState(field: Field | undefined, name: string): boolean {
  return field?.kind === 'oneOf' && hasColour(field, name)
}

/** Number of facts on a card; the detail has the rest. */
const CARD_FACTS = 6

interface CardProps {
  record: AnyRecord
  /** Keys of the shown columns in their order, and from the most important to the least. */
  keys: readonly string[]
  byPriority: readonly string[]
  canChoose: boolean
}

function Card({ record, keys, byPriority, canChoose }: CardProps) {
  const { resource, slots, labels, chosen, choose, showDetail } = usePage()
  const words = useWords()
  const name = useNameOf(resource)(record)
  const stateKey = keys.find(key => isState(fieldOf(resource, key), `${resource.name}.${key}`))
  const isFact = (key: string): boolean => key !== resource.label && key !== stateKey
  // The first column tells records of one name apart, and is pinned in the table.
  const [first = ''] = keys
  const chosenFacts = [first, ...byPriority.filter(key => key !== first)].filter(isFact).slice(0, CARD_FACTS)
  const facts = keys.filter(key => chosenFacts.includes(key))
  const cell = (key: string) => (
    <CellOf resource={resource} slots={slots} record={record} labels={labels} column={key} />
  )
  return (
    <li className="w-card-item">
      <div className="w-row">
        {canChoose && (
          // The label enlarges the touch area of the checkbox.
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
