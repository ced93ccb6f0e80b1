import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ApiError, isSessionEnd } from '../../api/api-error.ts'
import { EmptyState, ErrorState, messageOf } from '../../ui/states.tsx'
import { SupportId } from '../../ui/button/support-id.tsx'
import { useOverflowMarks } from '../../ui/tabs/use-overflow-marks.ts'
import { useIsPhone } from '../../ui/use-phone.ts'
import { createWord, fieldWord, inSentence, useWords, wordKeys } from '../../words/use-words.ts'
import { CardList } from './rows/card-list.tsx'
import { useColumns } from './rows/columns.ts'
import { ColumnList } from './columns-button.tsx'
import { ColumnEdge } from './fit/column-edge.tsx'
import { DataTable } from './data-table.tsx'
import { useList, useListQuery } from '../hooks.ts'
import { narrowings } from './list-state.ts'
import { usePage } from '../page-context.tsx'
import { useSeesNothing } from '../../session/session.ts'
import type { AnyRecord } from '@wattyard/resource'
import { commandsFor } from '../row-actions.ts'

const NO_RECORDS: readonly AnyRecord[] = []

interface ListBodyProps {
  /** False draws rows without checkboxes, for lists without batch actions. */
  readonly hasChoice?: boolean
}

/** Draws the rows of the list, or the reason why there are none; at its right edge the columns without room. */
export function ListBody({ hasChoice = true }: ListBodyProps) {
  const { resource, state, answer, roomRef, room } = usePage()
  const query = useListQuery(resource, state)
  const list = useList(resource, query)
  const isPhone = useIsPhone()
  const records = answer?.list ?? NO_RECORDS
  if (list.error && !answer) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (answer && records.length === 0)
    return (
      <div className="w-list-body">
        <NoRecords />
      </div>
    )
  const isBusy = list.isPlaceholderData || (list.isFetching && list.isStale)
  return (
    <div ref={roomRef} className="w-list-frame">
      {answer && room !== undefined ? (
        <>
          <Records records={records} error={list.error} isBusy={isBusy} hasChoice={hasChoice} />
          {!isPhone && <ColumnsWithoutRoom />}
        </>
      ) : (
        <TableBones />
      )}
    </div>
  )
}

function ColumnsWithoutRoom() {
  const { left } = useColumns()
  return <ColumnEdge count={left.length}>{() => <ColumnList />}</ColumnEdge>
}

/** Names, on paper only, the columns that the sheet has no room for. */
function ColumnsNotPrinted() {
  const { resource } = usePage()
  const words = useWords()
  const { shown, left } = useColumns()
  const offPaper = shown.filter(({ isOffPaper }) => isOffPaper).map(({ key }) => key)
  const names = [...left, ...offPaper].map(key => fieldWord(words, resource, key))
  if (names.length === 0) return null
  return <p className="w-not-printed w-quiet">{words.t('kit.notPrinted', { names: names.join(' · ') })}</p>
}

function NoRecords() {
  const { resource, slots, state, change, answer, open } = usePage()
  const words = useWords()
  const { t, has } = words
  const own = [...(slots.ownFilters ?? []), ...Object.keys(slots.only ?? {})]
  const isNarrowed = narrowings(state, own) > 0
  const isPart = own.some(key => key in state.filters)
  const noun = inSentence(t(wordKeys.noun(resource)))
  const hint = wordKeys.emptyHint(resource)
  // There may be many: nobody has assigned any to this person, who would create a second first one.
  const isUnassigned = useSeesNothing() && typeof resource.scope === 'object'
  if (isUnassigned && !isNarrowed)
    return <EmptyState title={t('kit.nothingHere', { name: noun })} text={t('kit.askToCreate')} />
  return (
    <EmptyState
      title={t(isNarrowed ? 'kit.noMatch' : isPart ? 'kit.nothingHere' : 'kit.empty', { name: noun })}
      text={isNarrowed ? t('kit.noMatchHint') : has(hint) && !isPart ? t(hint) : undefined}
      action={
        isNarrowed ? (
          <Button onClick={() => change({ q: '', filters: {} })}>{t('kit.clearFilters')}</Button>
        ) : answer?.can.includes('create') ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => open({ kind: 'create' })}>
            {createWord(words, resource)}
          </Button>
        ) : undefined
      }
    />
  )
}

interface RecordsProps extends Required<ListBodyProps> {
  readonly records: readonly AnyRecord[]
  /** Failure of the last reading, while older rows are shown. */
  readonly error: ApiError | null
  readonly isBusy: boolean
}

/** Draws the rows as a table, or as cards on a phone. */
function Records({ records, error, isBusy, hasChoice }: RecordsProps) {
  const { resource } = usePage()
  const { t } = useWords()
  const isPhone = useIsPhone()
  const scroller = useOverflowMarks()
  const canChoose =
    hasChoice &&
    (records.some(record => record.can.includes('delete')) ||
      commandsFor(resource, records.slice(0, 1), ['batch']).length > 0)
  return (
    <div ref={scroller} className="w-list-body" data-busy={isBusy ? '' : undefined} aria-busy={isBusy}>
      {error && (
        <div className="w-banner" data-tone="wait" role="alert">
          {t('kit.showingOld')}
          {!isSessionEnd(error) && (
            <>
              <br />
              {messageOf(error, t)} {error.requestId && <SupportId id={error.requestId} />}
            </>
          )}
        </div>
      )}
      {isPhone ? (
        <CardList records={records} canChoose={canChoose} />
      ) : (
        <>
          <DataTable records={records} canChoose={canChoose} />
          <ColumnsNotPrinted />
        </>
      )}
    </div>
  )
}

function TableBones() {
  const { t } = useWords()
  return (
    <output className="w-list-body w-bones" aria-label={t('kit.loading')}>
      {Array.from({ length: 12 }, (_, index) => (
        // The placeholder bars are alike, so their index is their key.
        <span key={index} className="w-bone" />
      ))}
    </output>
  )
}
