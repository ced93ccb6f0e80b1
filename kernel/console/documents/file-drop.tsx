import { CloudUploadOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useWords } from '../words/use-words.ts'

interface FileDropProps {
  readonly id: string
  readonly isImage: boolean
  readonly isMany: boolean
  readonly endings: readonly string[]
  readonly disabled: boolean
  readonly describedBy: string
  readonly onFiles: (files: readonly File[]) => void
}

/** Draws a field to drop files on or to press. While it has the focus, it also accepts pictures from the clipboard. */
export function FileDrop({ id, isImage, isMany, endings, disabled, describedBy, onFiles }: FileDropProps) {
  const { t } = useWords()
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null | undefined): void => {
    const chosen = [...(files ?? [])]
    if (chosen.length > 0 && !disabled) onFiles(chosen)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is the pointer's own way; the input inside serves everybody
    <label
      className="w-file-drop"
      data-over={isOver ? '' : undefined}
      data-disabled={disabled ? '' : undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
      onPaste={event => take(event.clipboardData.files)}
    >
      <CloudUploadOutlined aria-hidden="true" />
      <span>{t(isImage ? 'kit.files.dropImage' : 'kit.files.drop')}</span>
      <input
        id={id}
        type="file"
        className="w-sr"
        accept={endings.join(',')}
        multiple={isMany}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={event => {
          take(event.target.files)
          // Without a reset, choosing the same file again would fire no event.
          event.target.value = ''
        }}
      />
    </label>
  )
}
