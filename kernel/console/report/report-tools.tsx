import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { dayOf } from '../format/time.ts'
import { useIsGuest } from '../session/session.ts'
import { MenuItems } from '../ui/menu-button.tsx'
import { Popover } from '../ui/popover.tsx'
import { useZone } from '../ui/shown.tsx'
import { toast } from '../ui/toasts.tsx'
import { useWords } from '../words/use-words.ts'
import { ColumnTicks } from './column-ticks.tsx'
import { type HeadGroup, isDimension, isRatio, nameOfColumn, type ReportColumn } from './report-column.ts'
import type { PaperLook } from './report-paper.ts'
import type { ShownReport } from './report-sheet.ts'
import type { ReportView } from './report-view.ts'
import type { ReportFormat } from './save-report.ts'

interface ReportToolsProps<R> {
  readonly columns: readonly ReportColumn<R>[]
  readonly heads: readonly HeadGroup[]
  readonly view: ReportView
  readonly onView: (change: Partial<ReportView>) => void
}

/** Returns the dimensions that people may group by. */
export function groupingDimensions<R>(columns: readonly ReportColumn<R>[]) {
  return columns.filter(isDimension).filter(({ groups, isHidden }) => groups !== false && !isHidden)
}

/** Returns the figures that a pivot can show: those that add up, and ratios. */
export function pivotFigures<R>(columns: readonly ReportColumn<R>[]) {
  return columns.filter(
    column => !isDimension(column) && !column.isHidden && (isRatio(column) || column.adds !== false),
  )
}

/** Draws the choices of a report: grouping, pivot and shown columns. */
export function ReportTools<R>({ columns, heads, view, onView }: ReportToolsProps<R>) {
  const { t } = useWords()
  const dimensions = groupingDimensions(columns).map(column => ({ key: column.key, name: nameOfColumn(column, heads) }))
  const figures = pivotFigures(columns).map(column => ({ key: column.key, name: nameOfColumn(column, heads) }))
  const [outer = '', inner = ''] = view.groupBy
  const free = (taken: readonly string[]) => dimensions.filter(({ key }) => !taken.includes(key))
  return (
    <>
      <Choice
        label={t('kit.report.by')}
        value={outer}
        choices={free([view.across])}
        onChange={key =>
          onView({ groupBy: key === '' ? [] : [key, ...(inner !== '' && inner !== key ? [inner] : [])] })
        }
      />
      {outer !== '' && free([view.across, outer]).length > 0 && (
        <Choice
          label={t('kit.report.thenBy')}
          value={inner}
          choices={free([view.across, outer])}
          onChange={key => onView({ groupBy: key === '' ? [outer] : [outer, key] })}
        />
      )}
      <Choice
        label={t('kit.report.across')}
        value={view.across}
        choices={dimensions.length > 1 ? dimensions : []}
        onChange={across =>
          onView({
            across,
            groupBy: view.groupBy.filter(key => key !== across),
            figure: across === '' ? '' : view.figure || (figures[0]?.key ?? ''),
          })
        }
      />
      {view.across === '' ? (
        <ColumnsChoice columns={columns} heads={heads} view={view} onView={onView} />
      ) : (
        <Choice
          label={t('kit.report.figure')}
          value={view.figure}
          choices={figures}
          isNeeded
          onChange={figure => onView({ figure })}
        />
      )}
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly choices: readonly { readonly key: string; readonly name: string }[]
  readonly isNeeded?: boolean
  readonly onChange: (key: string) => void
}

function Choice({ label, value, choices, isNeeded = false, onChange }: ChoiceProps) {
  const { t } = useWords()
  if (choices.length === 0) return null
  return (
    <label className="w-report-choice">
      <span>{label}</span>
      <select className="w-select" value={value} onChange={event => onChange(event.target.value)}>
        {!isNeeded && <option value="">{t('kit.report.nothing')}</option>}
        {choices.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function ColumnsChoice<R>({ columns, heads, view, onView }: ReportToolsProps<R>) {
  const { t } = useWords()
  return (
    <Popover
      label={t('kit.columns')}
      button={props => (
        <Button size="small" {...props}>
          {t('kit.columns')}
        </Button>
      )}
    >
      {() => <ColumnTicks columns={columns} heads={heads} view={view} onView={onView} />}
    </Popover>
  )
}

interface SaveReportProps<R> {
  readonly file: string
  /** The report as it is shown at that moment. */
  readonly shown: () => ShownReport<R>
  readonly look: Pick<PaperLook, 'priority' | 'isZeroQuiet' | 'facts'>
}

const FORMATS = ['xlsx', 'csv', 'pdf'] as const

/** Draws the button that exports the shown report; the writers are loaded on the first use. */
export function SaveReport<R>({ file, shown, look }: SaveReportProps<R>) {
  const { t, language } = useWords()
  const zone = useZone()
  const isGuest = useIsGuest()
  const [isBusy, setBusy] = useState(false)
  const save = async (format: ReportFormat): Promise<void> => {
    setBusy(true)
    try {
      const { saveReport } = await import('./save-report.ts')
      const name = `${file} ${dayOf(Date.now(), zone)}`
      await saveReport(shown(), format, { name, look: { ...look, title: file, zone, language, t } })
    } catch (error) {
      // The API client reports a refusal, in the server's words.
      if (!(error instanceof ApiError)) toast.bad(t('kit.error.unexpected'))
    } finally {
      setBusy(false)
    }
  }
  const actions = FORMATS.map(format => ({
    key: format,
    label: t(`kit.format.${format}`),
    run: () => void save(format),
  }))
  if (isGuest) return null
  return (
    <Popover
      kind="menu"
      align="end"
      label={t('kit.export')}
      button={props => (
        <Button size="small" icon={<DownloadOutlined />} loading={isBusy} {...props}>
          {t('kit.export')}
        </Button>
      )}
    >
      {({ close }) => <MenuItems actions={actions} onDone={close} />}
    </Popover>
  )
}
