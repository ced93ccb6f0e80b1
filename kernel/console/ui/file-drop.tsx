import { type ReactNode, useId, useState } from 'react'
import { useWords } from '../words/use-words.ts'
import './file-drop.css'

interface FileDropProps {
  /** Accepted types and largest size, as text below the invitation to drop. */
  readonly hint: string
  /** Types that the file chooser offers, as the `accept` of an input. */
  readonly accept: string
  readonly icon: ReactNode
  readonly onFile: (file: File) => void
  /** A file is being read; no other is accepted meanwhile. */
  readonly isBusy?: boolean
  /** Reason why the last file was not accepted. */
  readonly problem?: string | undefined
}

/** Draws a field to drop one file on, or to choose it by mouse, touch or keyboard. The file is passed to `onFile`, not sent. */
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
            // Without a reset, choosing the same corrected file again would fire no event.
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
