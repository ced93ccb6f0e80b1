import { type ImportAnswer, type ImportedRow, importFields } from '@wattyard/resource'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useInvalidate } from '../resource/hooks.ts'
import { usePage } from '../resource/page-context.tsx'
import type { AnyResource } from '../resource/records.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/states.tsx'
import { useWords, wordKeys } from '../words/use-words.ts'
import { i18nEngine } from '../words/words.ts'
import { type Sheet, SheetError } from './csv-text.ts'
import { addReports, checkRows, commitRows, readSheetFile } from './import-run.ts'
import { FileStep, MapStep, Report, Running, type Step } from './import-steps.tsx'
import { guessMapping, importRows, type Mapping } from './mapping.ts'

/** Draws the import dialog: file → columns → dry run with the reason for every refused row → commit of the accepted ones. */
export function ImportDialog() {
  const { resource, open } = usePage()
  const words = useWords()
  const { t } = words
  const invalidate = useInvalidate()
  const [step, setStep] = useState<Step>({ at: 'file' })
  const abort = useRef<AbortController | null>(null)
  const noun = t(wordKeys.noun(resource))

  const choose = async (file: File): Promise<void> => {
    try {
      const sheet = await readSheetFile(file)
      setStep({ at: 'map', sheet, mapping: guessMapping(sheet[0] ?? [], namesOf(resource)) })
    } catch (error) {
      setStep({ at: 'file', problem: t(`kit.sheet.${error instanceof SheetError ? error.reason : 'notASheet'}`) })
    }
  }

  const check = async (sheet: Sheet, mapping: Mapping): Promise<void> => {
    const rows = importRows(sheet, mapping, exampleMarks(), resource.fields)
    const { signal } = (abort.current = new AbortController())
    const show = (done: number) => setStep({ at: 'running', dryRun: true, done, total: rows.length })
    show(0)
    try {
      const report = await checkRows(resource.path, rows, signal, show)
      setStep({ at: 'checked', sheet, mapping, report })
    } catch (error) {
      if (!signal.aborted) setStep({ at: 'failed', error, back: step })
    }
  }

  const commit: Commit = async ({ sheet, mapping }, rows, before) => {
    const stop = (abort.current = new AbortController())
    const show = (done: number) =>
      setStep({ at: 'running', dryRun: false, done, total: rows.length, stops: stop.signal.aborted })
    show(0)
    const run = await commitRows(resource, rows, stop.signal, show)
    setStep({ at: 'done', sheet, mapping, ...run, report: addReports(before, run.report) })
    await invalidate(resource.name)
  }

  const close = (): void => {
    abort.current?.abort()
    // Rows under way cannot be called back: the dialog stays and says how many got in.
    if (step.at === 'running' && !step.dryRun) setStep({ ...step, stops: true })
    else open(null)
  }
  return (
    <Dialog
      open
      width={860}
      title={t('kit.importTitle', { name: noun })}
      onClose={close}
      foot={<Foot step={step} setStep={setStep} check={check} commit={commit} onClose={close} />}
    >
      {step.at === 'file' && <FileStep problem={step.problem} onFile={file => void choose(file)} />}
      {step.at === 'map' && (
        <MapStep sheet={step.sheet} mapping={step.mapping} onChange={mapping => setStep({ ...step, mapping })} />
      )}
      {step.at === 'running' && <Running step={step} />}
      {(step.at === 'checked' || step.at === 'done') && <Report step={step} />}
      {step.at === 'failed' && <ErrorState error={step.error} onRetry={() => setStep(step.back)} />}
    </Dialog>
  )
}

/** Returns the marks of a template's example row in all languages, because a template may come from a colleague. */
const exampleMarks = (): string[] =>
  ['zh', 'en', 'es'].map(lng => i18nEngine.t('kit.exampleMark', { lng, defaultValue: '' })).filter(mark => mark !== '')

/** Returns the names of each field in all loaded languages, so that an older template in another language still fits. */
function namesOf(resource: AnyResource): Record<string, string[]> {
  const languages = Object.keys(i18nEngine.store.data)
  return Object.fromEntries(
    importFields(resource).map(([key]) => [
      key,
      languages
        .map(lng => i18nEngine.t(wordKeys.field(resource, key), { lng, defaultValue: '' }))
        .filter(name => name !== ''),
    ]),
  )
}

/** Imports rows of a sheet and adds what becomes of them to an earlier report. */
type Commit = (
  of: { readonly sheet: Sheet; readonly mapping: Mapping },
  rows: readonly ImportedRow[],
  before: ImportAnswer,
) => Promise<void>

interface FootProps {
  step: Step
  setStep: (step: Step) => void
  check: (sheet: Sheet, mapping: Mapping) => Promise<void>
  commit: Commit
  onClose: () => void
}

function Foot({ step, setStep, check, commit, onClose }: FootProps) {
  const { t } = useWords()
  const { resource } = usePage()
  const isImporting = step.at === 'running' && !step.dryRun
  const label = isImporting ? 'kit.importStop' : step.at === 'done' ? 'kit.close' : 'kit.cancel'
  return (
    <>
      <Button disabled={isImporting && step.stops === true} onClick={onClose}>
        {t(label)}
      </Button>
      {(step.at === 'map' || step.at === 'checked') && (
        <Button
          onClick={() =>
            setStep(step.at === 'map' ? { at: 'file' } : { at: 'map', sheet: step.sheet, mapping: step.mapping })
          }
        >
          {t('kit.back')}
        </Button>
      )}
      {step.at === 'map' && (
        <Button
          type="primary"
          disabled={Object.keys(step.mapping).length === 0}
          onClick={() => void check(step.sheet, step.mapping)}
        >
          {t('kit.check')}
        </Button>
      )}
      {step.at === 'checked' && step.report.accepted > 0 && (
        <Button
          type="primary"
          onClick={() => void commit(step, acceptedRows(step, resource), onlyRefused(step.report))}
        >
          {t('kit.importRows', { count: step.report.accepted })}
        </Button>
      )}
      {step.at === 'done' && step.unsent.length > 0 && (
        <Button type="primary" onClick={() => void commit(step, step.unsent, step.report)}>
          {t('kit.importRest', { count: step.unsent.length })}
        </Button>
      )}
    </>
  )
}

/** Returns the rows that the check accepted. */
function acceptedRows(
  { sheet, mapping, report }: Extract<Step, { at: 'checked' }>,
  { fields }: AnyResource,
): ImportedRow[] {
  const refused = new Set(report.rows.map(row => row.line))
  return importRows(sheet, mapping, exampleMarks(), fields).filter(row => !refused.has(row.line))
}

/** Returns what stays of a check's report when its accepted rows are imported. */
const onlyRefused = ({ refused, rows }: ImportAnswer): ImportAnswer => ({ accepted: 0, refused, rows })
