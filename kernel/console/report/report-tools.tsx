import { DownloadOutlined } from '@ant-design/icons'
import type { SheetLine } from '@wattyard/resource'
import { Button } from 'antd'
import { dayOf } from '../format/time.ts'
import { useIsGuest } from '../session/session.ts'
import { MenuItems } from '../ui/menu-button.tsx'
import { Popover } from '../ui/popover.tsx'
import { useZone } from '../ui/shown.tsx'
import { toast } from '../ui/toasts.tsx'
import { useWords } from '../words/use-words.ts'
import { ColumnTicks } from './column-ticks.tsx'
import { type HeadGroup, isDimension, isRatio, nameOfColumn, type ReportColumn } from './report-column.ts'
import type { ReportView } from './report-view.ts'

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

/** Draws the button that saves the shown report; the file writers are loaded on the first use. */
export function SaveReport({ file, sheet }: { readonly file: string; readonly sheet: () => SheetLine[] }) {
  const { t } = useWords()
  const zone = useZone()
  const isGuest = useIsGuest()
  const save = async (format: 'csv' | 'xlsx'): Promise<void> => {
    const { saveSheet } = await import('./save-sheet.ts')
    await saveSheet(sheet(), format, `${file} ${dayOf(Date.now(), zone)}`)
  }
  const actions = (['xlsx', 'csv'] as const).map(format => ({
    key: format,
    label: t(`kit.format.${format}`),
    run: () => void save(format).catch(() => toast.bad(t('kit.error.unexpected'))),
  }))
  if (isGuest) return null
  return (
    <Popover
      kind="menu"
      align="end"
      label={t('kit.report.save')}
      button={props => (
        <Button size="small" icon={<DownloadOutlined />} {...props}>
          {t('kit.report.save')}
        </Button>
      )}
    >
      {({ close }) => <MenuItems actions={actions} onDone={close} />}
    </Popover>
  )
}
