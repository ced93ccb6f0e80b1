import { FileTextOutlined } from '@ant-design/icons'
import { FileDrop as Drop, useWords } from '@wattyard/console-kit'
import { useState } from 'react'
import { type ReadFile, readFile, UnreadableFile } from './read-file.ts'

/** Draws the choice of a file of past sessions; the browser reads it and sends nothing yet. */
export function FileDrop({ onRead }: { onRead: (file: ReadFile) => void }) {
  const { t } = useWords()
  const [problem, setProblem] = useState<string>()
  const [isReading, setReading] = useState(false)
  const read = async (file: File): Promise<void> => {
    setReading(true)
    setProblem(undefined)
    try {
      onRead(await readFile(file))
    } catch (error) {
      const reason = error instanceof UnreadableFile ? error.problem : 'damaged'
      setProblem(t(`charging.importPage.problem.${reason}`))
      setReading(false)
    }
  }
  return (
    <Drop
      hint={t('charging.importPage.dropHint')}
      accept=".csv,.tsv,.gz,.txt,.xlsx,text/csv,application/gzip"
      icon={<FileTextOutlined aria-hidden="true" />}
      isBusy={isReading}
      problem={problem}
      onFile={file => void read(file)}
    />
  )
}
