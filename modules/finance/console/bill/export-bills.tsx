import { DownloadOutlined } from '@ant-design/icons'
import { MenuItems, Popover, toast, useExport, useWords, useZone } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useEffect } from 'react'
import { dailyBill } from '../../contract/index.ts'
import { type ShownDays, billPayload } from './bill-api.ts'

/** A sheet of paper has room for all columns but the energies by period. */
const ON_PAPER = dailyBill.list.columns.filter(key => !/^energy[JFPGS]$/.test(key)).join(',')
const FORMATS = ['xlsx', 'csv', 'pdf'] as const

/** Draws a menu that exports the page's bills as a spreadsheet: every day and station of the range. */
export function ExportBills({ filter }: { filter: ShownDays }) {
  const { t } = useWords()
  const zone = useZone()
  const { state, run } = useExport(dailyBill)
  const isRunning = state.step === 'running'
  const rows = state.step === 'done' ? state.rows : null
  const hasFailed = state.step === 'failed'
  useEffect(() => {
    if (rows !== null) toast.good(t('finance.bill.exported', { count: rows }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- words may change language; that is no reason to say it again
  }, [rows])
  return (
    <Popover
      kind="menu"
      align="end"
      label={t('finance.bill.export')}
      button={props => (
        <Button icon={<DownloadOutlined />} loading={isRunning} danger={hasFailed} {...props}>
          {t(isRunning ? 'finance.bill.exporting' : 'finance.bill.export')}
        </Button>
      )}
    >
      {({ close }) => (
        <MenuItems
          onDone={close}
          actions={FORMATS.map(format => ({
            key: format,
            label: t(`kit.format.${format}`),
            run: () =>
              void run({ ...billPayload(filter), format, zone, ...(format === 'pdf' ? { columns: ON_PAPER } : {}) }),
          }))}
        />
      )}
    </Popover>
  )
}
