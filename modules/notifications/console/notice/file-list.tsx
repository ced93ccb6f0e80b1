import { DeleteOutlined, PaperClipOutlined } from '@ant-design/icons'
import { api, type Language, saveFile, showNumber, useWords } from '@wattyard/console-kit'
import type { NoticeFile } from '../../contract/notice-file.ts'
import './notice.css'

const UNITS = ['B', 'KB', 'MB'] as const

/** A size people can compare: `4.8 MB`. */
export function fileSize(bytes: number, language: Language): string {
  let value = bytes
  let unit = 0
  for (; value >= 1024 && unit < UNITS.length - 1; unit++) value /= 1024
  return `${showNumber(value, language, value < 10 && unit > 0 ? 1 : 0)} ${UNITS[unit]}`
}

/** The server sends it as something to keep and never to open; why it did not come has been said by the call. */
async function download({ id, name }: NoticeFile): Promise<void> {
  const response = await api.stream('/api/msg/notice/file', { id }).catch(() => null)
  if (response) saveFile(name, await response.blob())
}

interface FileListProps {
  readonly files: readonly NoticeFile[]
  readonly onRemove?: ((file: NoticeFile) => void) | undefined
}

/** Files of a notice with their sizes; pressing one keeps it on the reader's machine. */
export function FileList({ files, onRemove }: FileListProps) {
  const { t, language } = useWords()
  if (files.length === 0) return null
  return (
    <ul className="n-files" aria-label={t('notifications.notice.files')}>
      {files.map(file => (
        <li key={file.id}>
          <PaperClipOutlined aria-hidden="true" />
          <button type="button" className="w-link-button" onClick={() => void download(file)}>
            {file.name}
          </button>
          <small className="w-quiet">{fileSize(file.bytes, language)}</small>
          {onRemove && (
            <button
              type="button"
              className="w-icon-button"
              aria-label={t('notifications.notice.removeFile', { name: file.name })}
              onClick={() => onRemove(file)}
            >
              <DeleteOutlined aria-hidden="true" />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
