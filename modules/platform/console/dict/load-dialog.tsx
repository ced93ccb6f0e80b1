import {
  api,
  ApiError,
  Dialog,
  needAllLanguages,
  readSheetFile,
  shippedWord,
  LANGUAGES,
  SheetError,
  toast,
  useWords,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { type DictionaryView, loadDictionary, type LoadReport } from '../../contract/calls/dict-entry.ts'
import { type LoadRow, rowsOf } from './dict-sheet.ts'
import { useDictionaryWrites } from './use-dictionaries.ts'

/** Draws the import of entries from a file: first the effect of each line, then the import itself. */
export function LoadDialog({ dictionary, onClose }: { dictionary: DictionaryView; onClose: () => void }) {
  const { t } = useWords()
  const writes = useDictionaryWrites()
  const [rows, setRows] = useState<readonly LoadRow[]>([])
  const [report, setReport] = useState<LoadReport | null>(null)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = async (list: readonly LoadRow[], dryRun: boolean): Promise<LoadReport> =>
    api.call(loadDictionary, {
      dictionary: dictionary.name,
      dryRun,
      rows: list.map(row => ({ ...row })),
    })

  const check = async (file: File): Promise<void> => {
    setBusy(true)
    setProblem('')
    setReport(null)
    try {
      const [sheet] = await Promise.all([readSheetFile(file), needAllLanguages('platform')])
      const read = rowsOf(sheet, column =>
        LANGUAGES.map(language => shippedWord(`platform.dictEntry.${column}`, language)),
      )
      if (!read || read.length === 0) setProblem(t('platform.dict.noCodeColumn'))
      else {
        setRows(read)
        setReport(await send(read, true))
      }
    } catch (error) {
      if (error instanceof SheetError) setProblem(t(`kit.sheet.${error.reason}`))
      else if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      const done = await send(rows, false)
      toast.good(t('platform.dict.importDone', { accepted: done.accepted, count: done.accepted }))
      await writes.again()
      onClose()
    } catch {
      setBusy(false) // the API client has shown the reason
    }
  }
  return (
    <Dialog
      open
      width={560}
      title={t('platform.dict.import')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button
            type="primary"
            disabled={!report || report.accepted === 0}
            loading={isBusy}
            onClick={() => void run()}
          >
            {t('platform.dict.importRun')}
          </Button>
        </>
      }
    >
      <div className="w-form">
        <p className="w-quiet">{t('platform.dict.importHint')}</p>
        <input
          type="file"
          accept=".csv,.xlsx,.txt"
          aria-label={t('platform.dict.import')}
          onChange={event => {
            const [file] = event.target.files ?? []
            if (file) void check(file)
          }}
        />
        {problem && (
          <p className="w-field-error" role="alert">
            {problem}
          </p>
        )}
        {report && (
          <>
            <output>
              {t('platform.dict.importChecked', {
                accepted: report.accepted,
                unchanged: report.unchanged,
                refused: report.refused,
              })}
            </output>
            <ul className="platform-dict-refused">
              {report.rows.map(({ line, fields }) => (
                <li key={line}>
                  {t('platform.dict.importLine', { line })}: {Object.values(fields).join('; ')}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  )
}
