import type { FileInfo } from '@wattyard/calls'
import { CloseOutlined, FileOutlined, HolderOutlined, ReloadOutlined, ScissorOutlined } from '@ant-design/icons'
import { isImageType } from '@wattyard/resource'
import { type ReactNode, useRef, useState } from 'react'
import { dropPlace } from '../ui/drag.ts'
import { useRowDrag } from '../ui/use-row-drag.ts'
import { useWords } from '../words/use-words.ts'
import { fileSize } from './file-text.ts'
import { moved } from './moved.ts'
import { Thumbnail } from './thumbnail.tsx'
import type { Upload } from './use-uploads.ts'

type Known = Pick<FileInfo, 'id' | 'name'> & Partial<FileInfo>

interface FileItemsProps {
  readonly files: readonly Known[]
  readonly uploads: readonly Upload[]
  readonly isOrdered: boolean
  readonly isImage: boolean
  readonly disabled: boolean
  readonly onRemove: (id: string) => void
  /** Ids in their new order. */
  readonly onMove: (ids: readonly string[]) => void
  /** Announces to assistive technology what happened. */
  readonly onSay: (text: string) => void
  readonly onCrop: ((file: Known) => void) | undefined
  readonly onRetry: (upload: Upload) => void
  readonly onCancel: (key: number) => void
}

/** Draws the files of a field, followed by those that are still being sent. */
export function FileItems({ files, uploads, isOrdered, isImage, disabled, ...on }: FileItemsProps) {
  const { t, language } = useWords()
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<readonly string[] | null>(null)
  const ids = dragged ?? files.map(({ id }) => id)
  const drag = useRowDrag(list, {
    over(key, y) {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('li[data-file]') ?? [])]
      const others = rows.filter(row => row.dataset.file !== key)
      const middles = others.map(row => row.getBoundingClientRect()).map(({ top, height }) => top + height / 2)
      setDragged(moved(ids, key, dropPlace(middles, y)))
    },
    end(_key, isDropped) {
      if (isDropped && dragged) on.onMove(dragged)
      setDragged(null)
    },
  })
  const byKey = (key: string, id: string, name: string): boolean => {
    const at = ids.indexOf(id) + (key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : Number.NaN)
    if (!(at >= 0 && at < ids.length)) return false
    on.onMove(moved(ids, id, at))
    on.onSay(t('kit.files.movedTo', { name, at: at + 1, all: ids.length }))
    return true
  }
  if (files.length + uploads.length === 0) return null
  const shown = ids.flatMap(id => files.find(file => file.id === id) ?? [])
  return (
    <ul ref={list} className="w-files" aria-label={t('kit.files.list')}>
      {shown.map(file => (
        <Item
          key={file.id}
          id={file.id}
          isHeld={drag.held === file.id}
          face={<Face file={file} isImage={isImage} />}
          name={file.name}
          note={file.bytes === undefined ? '' : fileSize(file.bytes, language)}
        >
          {isOrdered && files.length > 1 && (
            <button
              type="button"
              className="w-icon-button w-file-handle"
              disabled={disabled}
              aria-label={t('kit.files.move', { name: file.name })}
              title={t('kit.files.move', { name: file.name })}
              onPointerDown={event => drag.onPointerDown(event, file.id)}
              onKeyDown={event => {
                if (byKey(event.key, file.id, file.name)) event.preventDefault()
              }}
            >
              <HolderOutlined aria-hidden="true" />
            </button>
          )}
          {on.onCrop && file.bytes !== undefined && (
            <button
              type="button"
              className="w-icon-button"
              disabled={disabled}
              aria-label={t('kit.files.crop', { name: file.name })}
              title={t('kit.files.crop', { name: file.name })}
              onClick={() => on.onCrop?.(file)}
            >
              <ScissorOutlined aria-hidden="true" />
            </button>
          )}
          <RemoveButton name={file.name} disabled={disabled} onRemove={() => on.onRemove(file.id)} />
        </Item>
      ))}
      {uploads.map(upload => (
        <UploadItem key={upload.key} upload={upload} onRetry={on.onRetry} onCancel={on.onCancel} />
      ))}
    </ul>
  )
}

interface ItemProps {
  readonly id?: string
  readonly isHeld?: boolean
  readonly face: ReactNode
  readonly name: string
  readonly note: ReactNode
  readonly children: ReactNode
}

function Item({ id, isHeld = false, face, name, note, children }: ItemProps) {
  return (
    <li className="w-file" data-file={id} data-held={isHeld ? '' : undefined}>
      {face}
      <span className="w-file-text">
        <span className="w-clip" title={name}>
          {name}
        </span>
        <small>{note}</small>
      </span>
      {children}
    </li>
  )
}

const FileFace = () => (
  <span className="w-thumb" data-size="medium" aria-hidden="true">
    <FileOutlined />
  </span>
)

const Face = ({ file: { id, type }, isImage }: { file: Known; isImage: boolean }) =>
  isImage || (type !== undefined && isImageType(type)) ? <Thumbnail id={id} name="" size="medium" /> : <FileFace />

function RemoveButton({ name, disabled, onRemove }: { name: string; disabled: boolean; onRemove: () => void }) {
  const { t } = useWords()
  return (
    <button
      type="button"
      className="w-icon-button"
      disabled={disabled}
      aria-label={t('kit.files.remove', { name })}
      title={t('kit.files.remove', { name })}
      onClick={onRemove}
    >
      <CloseOutlined aria-hidden="true" />
    </button>
  )
}

interface UploadItemProps {
  readonly upload: Upload
  readonly onRetry: (upload: Upload) => void
  readonly onCancel: (key: number) => void
}

function UploadItem({ upload, onRetry, onCancel }: UploadItemProps) {
  const { t } = useWords()
  const { key, name, content, sent, isWaiting, problem, mayRetry } = upload
  const percent = Math.floor((sent / content.size) * 100)
  const note =
    problem === null ? (
      <>
        <progress
          max={100}
          value={percent}
          aria-label={t('kit.files.progress', { name, percent })}
          data-waiting={isWaiting ? '' : undefined}
        />
        {isWaiting ? t('kit.files.waiting') : percent === 100 ? t('kit.files.checking') : `${percent}%`}
      </>
    ) : (
      <span className="w-field-error" role="alert">
        {problem}
      </span>
    )
  return (
    <Item face={<FileFace />} name={name} note={note}>
      {mayRetry && (
        <button
          type="button"
          className="w-icon-button"
          aria-label={t('kit.files.retry', { name })}
          title={t('kit.files.retry', { name })}
          onClick={() => onRetry(upload)}
        >
          <ReloadOutlined aria-hidden="true" />
        </button>
      )}
      <RemoveButton name={name} disabled={false} onRemove={() => onCancel(key)} />
    </Item>
  )
}
