import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  api,
  ApiError,
  can,
  confirm,
  ErrorState,
  type SectionProps,
  Skeleton,
  useMay,
  useWords,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { noticeFiles, detachNoticeFile, attachNoticeFile } from '../../contract/calls/notice.ts'
import { FILE_ENDINGS, type NoticeFile } from '../../contract/notice-file.ts'
import { FileList } from './file-list.tsx'

/** Files of a notice for whoever keeps notices: added and removed while it is not published. */
export function FilesOfNotice({ record }: SectionProps) {
  const { t } = useWords()
  const client = useQueryClient()
  const mayChange = useMay('notifications.notice:update')
  const picker = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<string | null>(null)
  const [problems, setProblems] = useState<readonly string[]>([])
  const key = ['notifications.notice', 'files', record.id]
  const files = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call(noticeFiles, { id: record.id }, { signal, lane: 'page', quiet: true }),
  })
  if (files.error) return <ErrorState error={files.error} onRetry={() => void files.refetch()} />
  if (!files.data) return <Skeleton lines={1} />
  const { list, limits } = files.data
  const isOpen = mayChange && can(record, 'update')
  const endings = limits.kinds.flatMap(kind => FILE_ENDINGS[kind]).map(ending => `.${ending}`)

  const add = async (chosen: readonly File[]): Promise<void> => {
    const wrong: string[] = []
    // One after the other: each is whole or not there.
    for (const file of chosen) {
      setSending(file.name)
      try {
        await api.callWithFile(attachNoticeFile, { id: record.id, name: file.name }, file, { quiet: true })
      } catch (error) {
        const known = error instanceof ApiError ? (error.fields.file ?? error.message) : ''
        wrong.push(`${file.name}: ${known || t('kit.error.unexpected')}`)
      }
    }
    setSending(null)
    setProblems(wrong)
    await client.invalidateQueries({ queryKey: key })
  }
  const remove = async ({ id, name }: NoticeFile): Promise<void> => {
    const title = t('notifications.notice.removeFileAsk', { name })
    if (!(await confirm({ title, okText: t('notifications.notice.remove'), danger: true }))) return
    // What went wrong the call has said by itself.
    await api.call(detachNoticeFile, { id }).catch(() => undefined)
    await client.invalidateQueries({ queryKey: key })
  }
  return (
    <div>
      {list.length === 0 && <p className="w-quiet">{t('notifications.notice.noFiles')}</p>}
      <FileList files={list} onRemove={isOpen ? file => void remove(file) : undefined} />
      {isOpen && (
        <>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            accept={endings.join(',')}
            onChange={event => {
              const chosen = [...(event.target.files ?? [])]
              event.target.value = ''
              void add(chosen)
            }}
          />
          <Button loading={sending !== null} onClick={() => picker.current?.click()}>
            {sending === null ? t('notifications.notice.addFile') : t('notifications.notice.adding', { name: sending })}
          </Button>
          <p className="w-field-hint">
            {t('notifications.notice.addFileHint', {
              files: limits.files,
              megabytes: limits.megabytes,
              endings: endings.join(' '),
            })}
          </p>
        </>
      )}
      {mayChange && !isOpen && <p className="w-field-hint">{t('notifications.notice.filesFixed')}</p>}
      {problems.length > 0 && (
        <div role="alert">
          <ul className="w-field-error n-file-problems">
            {problems.map(one => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
