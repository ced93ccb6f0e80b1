import { api, currentToken, toast, useWords } from '@wattyard/console-kit'
import { AskPassword } from '@wattyard/identity/console'
import { linkToBackup } from '../../contract/calls/backup.ts'

/** Lets the browser load the file itself, because it may be larger than a page's memory. */
function follow(url: string, file: string): void {
  const link = document.createElement('a')
  link.href = `${url}&token=${encodeURIComponent(currentToken())}`
  link.download = file
  link.click()
}

/** Asks for the password again and starts the download. */
export function DownloadDialog({ id, file, onClose }: { id: string; file: string; onClose: () => void }) {
  const { t } = useWords()
  return (
    <AskPassword
      title={t('platform.backup.download')}
      why={t('platform.backup.downloadText')}
      action={t('platform.backup.download')}
      onClose={onClose}
      work={async sealed => {
        const { url } = await api.call(linkToBackup, { id, ...sealed }, { quiet: true })
        follow(url, file)
        toast.good(t('platform.backup.downloadStarted'))
        onClose()
      }}
    />
  )
}
