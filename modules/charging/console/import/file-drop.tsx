import { FileTextOutlined } from '@ant-design/icons'
import { toast, useWords } from '@wattyard/console-kit'
import { useState } from 'react'
import { type ReadFile, readFile, UnreadableFile } from './read-file.ts'

/** A place to drop a file on, or to click; the file is read here and sent nowhere yet. */
export function FileDrop({ onRead }: { onRead: (file: ReadFile) => void }) {
  const { t } = useWords()
  const [isOver, setOver] = useState(false)
  const [isReading, setReading] = useState(false)
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setReading(true)
    try {
      onRead(await readFile(file))
    } catch (error) {
      const problem = error instanceof UnreadableFile ? error.problem : 'damaged'
      toast.bad(t(`charging.importPage.problem.${problem}`))
      setReading(false)
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is the pointer's own way; the input inside serves everybody
    <label
      className="ch-drop"
      data-over={isOver ? '' : undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        void read(event.dataTransfer.files[0])
      }}
    >
      <FileTextOutlined aria-hidden="true" />
      <b>{t(isReading ? 'kit.loading' : 'kit.dropFile')}</b>
      <span className="w-quiet">{t('charging.importPage.dropHint')}</span>
      <input
        type="file"
        className="w-sr"
        accept=".csv,.tsv,.gz,.txt,.xlsx,text/csv,application/gzip"
        onChange={event => void read(event.target.files?.[0])}
      />
    </label>
  )
}
