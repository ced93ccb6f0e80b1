import { type ReactNode, useId, useState } from 'react'
import { useWords } from '../words/use-words.ts'
import './file-drop.css'

interface FileDropProps {
  /** What is taken, as text below the call to drop: kinds and largest size. */
  readonly hint: string
  /** Kinds that the file chooser offers, as the `accept` of an input. */
  readonly accept: string
  readonly icon: ReactNode
  readonly onFile: (file: File) => void
  /** A file is being read: nothing is taken meanwhile. */
  readonly isBusy?: boolean
  /** Why the last file was not taken. */
  readonly problem?: string | undefined
}

/**
 * Draws a place to drop one file on, or to choose it by mouse, finger or keyboard. The file is handed over, not sent.
 */
export function FileDrop({ hint, accept, icon, onFile, isBusy = false, problem }: FileDropProps) {
  const { t } = useWords()
  const id = useId()
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null): void => {
    const file = files?.[0]
    if (file && !isBusy) onFile(file)
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a shortcut of the mouse; the input inside does the same */}
      <label
        className="w-drop"
        data-over={isOver ? '' : undefined}
        aria-busy={isBusy || undefined}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={event => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
      >
        {icon}
        <span>{t(isBusy ? 'kit.loading' : 'kit.dropFile')}</span>
        <span className="w-quiet">{hint}</span>
        <input
          type="file"
          className="w-sr"
          accept={accept}
          disabled={isBusy}
          aria-describedby={problem ? id : undefined}
          onChange={event => {
            take(event.target.files)
            // The same file, mended, can be chosen again.
            event.target.value = ''
          }}
        />
      </label>
      {problem && (
        <div id={id} className="w-banner" data-tone="bad" role="alert">
          {problem}
        </div>
      )}
    </>
  )
}
