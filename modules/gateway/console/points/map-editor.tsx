import { useQuery } from '@tanstack/react-query'
import {
  can,
  ComparePanel,
  DraftBehind,
  ErrorState,
  lazyPart,
  readSheetFile,
  SheetError,
  Skeleton,
  toast,
  useDirty,
  useDraftSaving,
  useWords,
  type VersionBodyProps,
  type VersionRecord,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useMemo, useReducer, useRef, useState } from 'react'
import { type MapDetail } from '../../contract/calls/points.ts'
import { saveMapDraft } from '../../contract/calls/point-map-commands.ts'
import { checkPoints, errorsIn } from '../../contract/point-map/check-points.ts'
import { MAX_POINTS, POINT_COLUMNS, type PointColumn, type PointRow } from '../../contract/point-map/point.ts'
import type { PointProblem } from '../../contract/point-map/read-point.ts'
import { rowsOfSheet } from '../../contract/point-sheet.ts'
import { pointQueries, readMapRows } from './api.ts'
import { valueOfWord } from './choices.ts'
import { ComparedPoints, useMergePoints } from './compared-points.tsx'
import { begun, changeRows, columnsOf, rowAfter } from './edit-rows.ts'
import { MapTools } from './map-tools.tsx'
import { type Place, PointGrid } from './point-grid.tsx'
import './points.css'

const TryPanel = lazyPart(async () => (await import('./try-panel.tsx')).TryPanel)

/** Number of problems listed under the table; the others are only marked in their cells. */
const NAMED_PROBLEMS = 6

/** Draws one map of a model with its rows. */
export function MapEditor({ id, version }: VersionBodyProps) {
  const detail = useQuery(pointQueries.map(id))
  if (detail.error && !detail.data) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  if (!detail.data) return <Skeleton lines={8} height={28} />
  return (
    <MapTable
      key={detail.data.state}
      detail={detail.data}
      version={version}
      reload={async () => void (await detail.refetch())}
    />
  )
}

interface MapTableProps {
  readonly detail: MapDetail
  readonly version: VersionRecord | undefined
  readonly reload: () => Promise<void>
}

/** Draws one map in the table. A draft can be edited; a published map can be viewed and tried. */
function MapTable({ detail, version, reload }: MapTableProps) {
  const { t } = useWords()
  const readOnly = !can(version, 'saveDraft')
  const [state, dispatch] = useReducer(changeRows, detail.points, begun)
  const { rows } = state
  const [at, setAt] = useState<Place>({ row: 0, column: 0 })
  const [opened, open] = useState<'try' | 'compare' | null>(null)
  const { problems } = useMemo(() => checkPoints(detail.protocol, rows), [detail.protocol, rows])
  const errors = errorsIn(problems)
  const saving = useDraftSaving({
    command: saveMapDraft,
    version: {
      ...detail,
      note: version?.note ?? null,
      editedBy: version?.editedBy ?? '',
      updatedAt: version?.updatedAt ?? 0,
    },
    read: detail.points,
    edit: rows,
    show: newest => dispatch({ type: 'replace', rows: newest }),
    content: () => ({ points: rows }),
  })
  useDirty(!readOnly && saving.isDirty)
  const file = useSheetIn(detail, rows => dispatch({ type: 'insert', at: state.rows.length, rows }))
  const add = () => {
    dispatch({ type: 'insert', at: rows.length, rows: [rowAfter(detail.protocol, rows.at(-1))] })
    setAt({ row: rows.length, column: 0 })
  }
  const merge = useMergePoints()
  return (
    <section className="w-card gw-pt-editor">
      <DraftBehind saving={saving} edit={rows} merge={merge} Show={ComparedPoints} />
      <MapTools
        detail={detail}
        version={version}
        saving={saving}
        errors={errors}
        count={rows.length}
        reload={reload}
        onTry={() => open('try')}
        onCompare={() => open('compare')}
      >
        {!readOnly && (
          <div className="w-row w-wrap">
            <Button size="small" disabled={rows.length >= MAX_POINTS} onClick={add}>
              {t('gateway.points.addRow')}
            </Button>
            <Button
              size="small"
              disabled={!rows[at.row]}
              onClick={() => dispatch({ type: 'insert', at: at.row + 1, rows: [{ ...rows[at.row], key: '' }] })}
            >
              {t('gateway.points.copyRow')}
            </Button>
            <Button size="small" disabled={!rows[at.row]} onClick={() => dispatch({ type: 'remove', row: at.row })}>
              {t('gateway.points.removeRow', { row: at.row + 1 })}
            </Button>
            <Button size="small" onClick={file.choose}>
              {t('gateway.points.fromFile')}
            </Button>
            {file.input}
            <Button size="small" disabled={state.past.length === 0} onClick={() => dispatch({ type: 'undo' })}>
              {t('gateway.points.undo')}
            </Button>
            <Button size="small" disabled={state.future.length === 0} onClick={() => dispatch({ type: 'redo' })}>
              {t('gateway.points.redo')}
            </Button>
          </div>
        )}
      </MapTools>
      {rows.length === 0 ? (
        <p className="gw-pt-empty">{t(readOnly ? 'gateway.points.noRows' : 'gateway.points.howTo')}</p>
      ) : (
        <PointGrid
          protocol={detail.protocol}
          rows={rows}
          problems={problems}
          readOnly={readOnly}
          at={at}
          onMove={setAt}
          dispatch={dispatch}
        />
      )}
      {!readOnly && <Problems problems={problems} errors={errors} onPick={place => setAt(place)} detail={detail} />}
      {opened === 'try' && <TryPanel protocol={detail.protocol} rows={rows} onClose={() => open(null)} />}
      {opened === 'compare' && (
        <ComparePanel
          version={detail}
          body={rows}
          load={readMapRows}
          Show={ComparedPoints}
          onClose={() => open(null)}
        />
      )}
    </section>
  )
}

function Problems({
  problems,
  errors,
  detail,
  onPick,
}: {
  problems: readonly PointProblem[]
  errors: number
  detail: MapDetail
  onPick: (place: Place) => void
}) {
  const { t } = useWords()
  if (problems.length === 0)
    return (
      <p className="gw-pt-problems" data-tone="good">
        {t('gateway.points.noProblems')}
      </p>
    )
  const columns = columnsOf(detail.protocol)
  const warnings = problems.length - errors
  return (
    <div className="gw-pt-problems" aria-live="polite" data-tone={errors > 0 ? 'bad' : 'wait'}>
      <b>{t('gateway.points.problems', { errors, warnings })}</b>
      <ul>
        {problems.slice(0, NAMED_PROBLEMS).map(one => (
          <li key={`${one.row}.${one.column}.${one.code}`}>
            <button
              type="button"
              className="w-link-button"
              onClick={() => onPick({ row: one.row, column: Math.max(0, columns.indexOf(one.column)) })}
            >
              {t('gateway.points.place', { row: one.row + 1, column: t(`gateway.point.${one.column}`) })}
            </button>{' '}
            {t(`gateway.pointProblem.${one.code}`, one.params)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Reads the rows of a spreadsheet file and appends them. */
function useSheetIn({ protocol }: MapDetail, take: (rows: readonly PointRow[]) => void) {
  const { t, has } = useWords()
  const element = useRef<HTMLInputElement>(null)
  const read = async (file: File) => {
    try {
      const headings = Object.fromEntries(POINT_COLUMNS.map(one => [one, t(`gateway.point.${one}`)])) as Record<
        PointColumn,
        string
      > // every column has one
      const sheet = rowsOfSheet(await readSheetFile(file), headings)
      if (sheet.rows.length === 0) return toast.bad(t('gateway.points.fileEmpty'))
      take(
        sheet.rows.map(row =>
          Object.fromEntries(
            // the keys of a row are columns
            Object.entries(row).map(([key, text]) => [key, valueOfWord(t, has, protocol, key as PointColumn, text)]),
          ),
        ),
      )
      toast.good(t('gateway.points.fileTaken', { count: sheet.rows.length }))
      if (sheet.unknown.length > 0)
        toast.info(t('gateway.points.fileUnknown', { columns: sheet.unknown.slice(0, 5).join(', ') }))
    } catch (error) {
      if (!(error instanceof SheetError)) throw error
      toast.bad(t('gateway.points.fileBad'))
    }
  }
  return {
    choose: () => element.current?.click(),
    input: (
      <input
        ref={element}
        type="file"
        hidden
        accept=".csv,.xlsx,.txt"
        aria-label={t('gateway.points.fromFile')}
        onChange={event => {
          const [file] = event.target.files ?? []
          if (file) void read(file)
          // Allows the same file to be chosen again after a change.
          event.target.value = ''
        }}
      />
    ),
  }
}
