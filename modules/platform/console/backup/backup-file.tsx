import { lazyPart, type SectionProps, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { backup, isUnreachable } from '../../contract/backup.ts'

const DownloadDialog = lazyPart(async () => (await import('./download-dialog.tsx')).DownloadDialog)

/** Draws the download of the file, only for people who may take away the rows of every tenant. */
export function BackupFile({ record }: SectionProps) {
  const { t } = useWords()
  const mayDownload = useMay(`${backup.name}:download`)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <p className="platform-backup-path">{`${String(record.folder)}/${String(record.file)}`}</p>
      {mayDownload && record.state === 'kept' && !isUnreachable(record.verdictNote) && (
        <Button onClick={() => setIsOpen(true)}>{t('platform.backup.download')}</Button>
      )}
      {isOpen && <DownloadDialog id={record.id} file={String(record.file)} onClose={() => setIsOpen(false)} />}
    </>
  )
}
