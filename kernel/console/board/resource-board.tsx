import { useQueries } from '@tanstack/react-query'
import type { AnyRecord, Labels } from '@wattyard/resource'
import { type ComponentType, useState } from 'react'
import { useTabQuery, withParams } from '../module/tab-query.ts'
import { CommandDialogPart as CommandDialog } from '../resource/command-part.ts'
import { filterQuery, type FilterValue } from '../resource/list/list-state.ts'
import { type CommandSlotProps, useNameOf, usePage } from '../resource/page-context.tsx'
import { resourceQueries } from '../resource/queries.ts'
import { waitsForApproval } from '../resource/waits-for-approval.ts'
import { keepAtStation, useStationOf } from '../station/station-filter.ts'
import { useZone } from '../ui/shown.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { useWords, wordKeys } from '../words/use-words.ts'
import { Board, MoreCards } from './board.tsx'

/** Cards per column at first and after each press on "more"; beyond the last size the board refers to the list. */
const SIZES = [20, 60, 200] as const
/** URL parameters: the column shown on a phone, and the view that the list's switch names. */
const COLUMN = 'column'
const VIEW = 'as'

export interface BoardColumnRule {
  /** Value of the field. */
  readonly value: string
  /** Command that brings a record into this column; without one, no card can be moved here. */
  readonly command?: string
}

interface ResourceBoardProps {
  /** Field whose values are the columns, such as `status`; one of the list's filters. */
  readonly field: string
  /** Columns in their order; a constant outside the component. */
  readonly columns: readonly BoardColumnRule[]
  /** Draws the content of a card below its name; without controls. */
  readonly Face?: ComponentType<{ readonly record: AnyRecord; readonly labels: Labels }>
}

interface Asked {
  readonly command: string
  readonly record: AnyRecord
  readonly done: (isDone: boolean) => void
}

/** Returns the columns that a filter on the field itself leaves. */
function left(columns: readonly BoardColumnRule[], filter: FilterValue | undefined): readonly BoardColumnRule[] {
  if (!filter || !('values' in filter)) return columns
  return columns.filter(({ value }) => filter.values.includes(value) !== (filter.not ?? false))
}

/** Draws the list of the surrounding page as a board: the same filters, records as cards, moves by the definition's commands. */
export function ResourceBoard({ field, columns: all, Face }: ResourceBoardProps) {
  const { resource, slots, state, change, showDetail } = usePage()
  const { t } = useWords()
  const zone = useZone()
  const station = useStationOf(resource)
  const nameOf = useNameOf(resource)
  const [params, setParams] = useTabQuery()
  const [sizes, setSizes] = useState<Readonly<Record<string, number>>>({})
  const [asked, setAsked] = useState<Asked | null>(null)
  const columns = left(all, state.filters[field])
  const sizeOf = (value: string): number => sizes[value] ?? SIZES[0]
  const lists = useQueries({
    queries: columns.map(({ value }) => ({
      ...resourceQueries.list(resource, {
        page: 1,
        pageSize: sizeOf(value),
        ...filterQuery({ ...state, filters: { ...state.filters, [field]: { values: [value] } } }, resource, zone),
        ...station,
      }),
      placeholderData: keepAtStation(station.atStation),
    })),
  })
  const failed = lists.find(({ error, data }) => error && !data)
  if (failed?.error) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (lists.some(({ data }) => !data)) return <Skeleton lines={8} height={40} />

  const find = (id: string): AnyRecord | undefined =>
    lists.flatMap(({ data }) => data?.list ?? []).find(one => one.id === id)
  const targetsOf = (record: AnyRecord): string[] =>
    columns.flatMap(({ value, command }) =>
      command !== undefined && value !== record[field] && record.can.includes(command) ? [value] : [],
    )
  const wordOf = (value: string): string => t(`${resource.name}.${field}Value.${value}`)
  const onMove = async (id: string, to: string): Promise<boolean> => {
    const record = find(id)
    const command = columns.find(({ value }) => value === to)?.command
    if (!record || command === undefined) return false
    return new Promise(done => setAsked({ command, record, done }))
  }
  // A column that takes no cards and holds none only takes up room.
  const drawn = columns.flatMap(({ value, command }, at) => {
    const { total = 0, list = [], labels = {} } = lists[at]?.data ?? {}
    return command === undefined && total === 0 ? [] : [{ value, total, list, labels }]
  })
  const first = drawn.find(({ total }) => total > 0) ?? drawn[0]
  const shown = drawn.find(({ value }) => value === params.get(COLUMN)) ?? first
  return (
    <>
      <Board
        label={t(wordKeys.noun(resource))}
        columns={drawn.map(({ value, total, list, labels }) => ({
          key: value,
          title: wordOf(value),
          total,
          items: list.map(record => ({
            id: record.id,
            name: nameOf(record),
            face: Face && <Face record={record} labels={labels} />,
            targets: targetsOf(record),
          })),
        }))}
        shown={shown?.value ?? ''}
        onShow={column => setParams(before => withParams(before, { [COLUMN]: column }), { replace: true })}
        onOpen={showDetail}
        onMove={onMove}
        footOf={({ key, total }) => {
          const size = sizeOf(key)
          const bigger = SIZES.find(one => one > size)
          return (
            <MoreCards
              hidden={total - size}
              {...(bigger === undefined ? {} : { onMore: () => setSizes(before => ({ ...before, [key]: bigger })) })}
              onList={() => {
                change({ filters: { ...state.filters, [field]: { values: [key] } } })
                setParams(before => withParams(before, { [VIEW]: null }))
              }}
            />
          )
        }}
      />
      {asked && (
        <Question
          {...asked}
          Slot={slots.commands?.[asked.command]}
          onDone={isDone => {
            asked.done(isDone)
            setAsked(null)
          }}
        />
      )}
    </>
  )
}

interface QuestionProps {
  readonly command: string
  readonly record: AnyRecord
  readonly Slot: ComponentType<CommandSlotProps> | undefined
  readonly onDone: (isDone: boolean) => void
}

/**
 * Draws the command's own dialog; a command without inputs runs at once. A record that waits for approval counts as not moved.
 */
function Question({ command, record, Slot, onDone }: QuestionProps) {
  const { resource } = usePage()
  const end = (answer?: { readonly data: unknown }): void =>
    onDone(answer !== undefined && !waitsForApproval(answer.data))
  return Slot ? (
    <Slot records={[record]} onDone={end} />
  ) : (
    <CommandDialog
      key={`${command}${record.id}`}
      resource={resource}
      command={command}
      records={[record]}
      onDone={end}
    />
  )
}
