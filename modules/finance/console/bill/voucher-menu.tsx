import { DownloadOutlined } from '@ant-design/icons'
import { downloadExport, MenuItems, Popover, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { daysOfMonth } from '../../contract/index.ts'

const FORMATS = ['xlsx', 'csv'] as const
const SIDES = ['both', 'net'] as const

/** Draws a menu that exports the vouchers of a closed month for accounting software. */
export function VoucherMenu({ month }: { readonly month: string }) {
  const { t } = useWords()
  const may = useMay('finance.dayClose:export')
  const [isRunning, setIsRunning] = useState(false)
  if (!may) return null
  const { first, last } = daysOfMonth(month)
  const run = (format: string, sides: string): void => {
    setIsRunning(true)
    downloadExport(
      '/api/finance/voucher/export',
      { from: first, to: last, format, sides },
      new AbortController().signal,
      () => {},
    )
      // The API client has shown the reason.
      .catch(() => {})
      .finally(() => setIsRunning(false))
  }
  return (
    <Popover
      kind="menu"
      align="end"
      label={t('finance.month.vouchers')}
      button={props => (
        <Button size="small" icon={<DownloadOutlined />} loading={isRunning} {...props}>
          {t('finance.month.vouchers')}
        </Button>
      )}
    >
      {({ close }) => (
        <MenuItems
          onDone={close}
          actions={SIDES.flatMap(sides =>
            FORMATS.map(format => ({
              key: `${sides} ${format}`,
              label: `${t(`finance.month.sides.${sides}`)} · ${t(`kit.format.${format}`)}`,
              run: () => run(format, sides),
            })),
          )}
        />
      )}
    </Popover>
  )
}
