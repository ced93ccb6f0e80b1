import { BugOutlined } from '@ant-design/icons'
import { lazyPart, useWords } from '@wattyard/console-kit'
import { create } from 'zustand'
import { useErrorLog } from './error-log.ts'

const ErrorDialog = lazyPart(async () => (await import('./error-dialog.tsx')).ErrorDialog)

const useOpen = create<{ readonly open: boolean }>()(() => ({ open: false }))
export const openErrors = (): void => useOpen.setState({ open: true })

/** Draws the error log; the shell mounts it once, outside of any menu that closes. */
export function ErrorLogDialog() {
  const { open } = useOpen()
  return open ? <ErrorDialog onClose={() => useOpen.setState({ open: false })} /> : null
}

/** Draws the red button of the error log; nothing while there is no error. */
export function ErrorButton() {
  const { t } = useWords()
  const count = useErrorLog(log => log.list.length)
  if (count === 0) return null
  const label = t('shell.errors.button', { count })
  return (
    <button
      type="button"
      className="w-icon-button s-error-button"
      aria-haspopup="dialog"
      aria-label={label}
      title={label}
      onPointerEnter={ErrorDialog.preload}
      onClick={openErrors}
    >
      <BugOutlined />
    </button>
  )
}
