import { FilePdfOutlined, LinkOutlined, PrinterOutlined } from '@ant-design/icons'
import { useRef, useState } from 'react'
import { downloadExport } from '../exchange/download.ts'
import { MenuItems, type MenuAction } from '../ui/menu-button.tsx'
import { Popover } from '../ui/popover.tsx'
import { useZone } from '../ui/shown.tsx'
import { toast } from '../ui/toasts.tsx'
import { useMay } from '../session/session.ts'
import { useWords } from '../words/use-words.ts'
import { ShareDialog } from './load-sharing.ts'
import { RECORD_SHEET, sheetWord } from './sheet-kinds.ts'

export interface SheetMenuProps {
  readonly resource: { readonly name: string; readonly path: string; readonly sheets?: readonly string[] }
  readonly id: string
  /** Name of the record, for people who do not see the button's place. */
  readonly name: string
  /** Also offers the sheet of all fields, and printing the page. */
  readonly withRecord?: boolean
}

/**
 * Draws a menu that puts a record on paper: its sheets as PDF, in the reader's language and zone, or the screen by the browser's
 * print.
 */
export function SheetMenu({ resource, id, name, withRecord = false }: SheetMenuProps) {
  const { t } = useWords()
  const zone = useZone()
  const running = useRef<AbortController | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const mayShare = useMay('platform.shareLink:make')
  const save = (kind: string): void => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    setBusy(true)
    downloadExport(`/api/${resource.path}/paper`, { id, kind, zone }, mine.signal, () => undefined)
      // The API client reports a failure, in the server's words.
      .then(
        () => toast.good(t('kit.sheet.saved')),
        () => undefined,
      )
      .finally(() => {
        if (!mine.signal.aborted) setBusy(false)
      })
  }
  const kinds = [...(withRecord ? [RECORD_SHEET] : []), ...(resource.sheets ?? [])]
  const actions: readonly (MenuAction | null)[] = [
    ...kinds.map(kind => ({
      key: kind,
      icon: <FilePdfOutlined />,
      label: t('kit.sheet.asPdf', { name: sheetWord(resource, kind, t) }),
      run: () => save(kind),
    })),
    ...(mayShare
      ? [null, { key: 'share', icon: <LinkOutlined />, label: t('kit.sheet.share'), run: () => setSharing(true) }]
      : []),
    ...(withRecord
      ? [null, { key: 'print', icon: <PrinterOutlined />, label: t('kit.print'), run: () => window.print() }]
      : []),
  ]
  return (
    <>
      <Popover
        kind="menu"
        align="end"
        label={t('kit.sheet.of', { name })}
        button={props => (
          <button
            type="button"
            className="w-icon-button w-no-print"
            aria-label={t('kit.sheet.of', { name })}
            aria-busy={isBusy}
            title={t('kit.sheet.title')}
            {...props}
          >
            <PrinterOutlined spin={isBusy} />
          </button>
        )}
      >
        {({ close }) => <MenuItems actions={actions} onDone={close} />}
      </Popover>
      {isSharing && (
        <ShareDialog resource={resource} id={id} name={name} kinds={kinds} onClose={() => setSharing(false)} />
      )}
    </>
  )
}
