import { useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { useMarkNotice, useNotices } from './notice-api.ts'
import { NoticeDialog } from './notice-dialog.tsx'

/**
 * Draws the notices that need confirmation, one after the other, in front of everything else. They do not block the console,
 * because there may be an emergency at a pile. A postponed notice appears again with the next sign-in or reload.
 */
export function NoticeGate() {
  const { t } = useWords()
  const notices = useNotices()
  const mark = useMarkNotice()
  const [later, setLater] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const open = notices.filter(notice => notice.mustConfirm && notice.confirmedAt === null)
  const notice = open.find(one => !later.has(one.id))
  if (!notice) return null
  const putOff = (): void => setLater(before => new Set([...before, notice.id]))
  const confirm = async (): Promise<void> => {
    setBusy(true)
    // The client has shown the error; the notice stays.
    await mark(notice.id, true).catch(() => undefined)
    setBusy(false)
  }
  return (
    <NoticeDialog
      key={notice.id}
      notice={notice}
      note={
        open.length > 1
          ? t('notifications.notice.gateCount', { at: open.indexOf(notice) + 1, all: open.length })
          : t('notifications.notice.mustRead')
      }
      onClose={putOff}
      foot={
        <>
          <Button onClick={putOff}>{t('notifications.notice.later')}</Button>
          <Button type="primary" loading={isBusy} onClick={() => void confirm()}>
            {t('notifications.notice.iHaveRead')}
          </Button>
        </>
      }
    />
  )
}
