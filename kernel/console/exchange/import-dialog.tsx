import { type ImportAnswer, importFields } from '@wattyard/resource'
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
import { readSheetFile, sendRows } from './import-run.ts'
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

  const run = async (
    sheet: Sheet,
    mapping: Mapping,
    dryRun: boolean,
    refused: readonly ImportAnswer['rows'][number][] = [],
  ): Promise<void> => {
    const back = step
    const skip = new Set(refused.map(row => row.line))
    const rows = importRows(sheet, mapping, exampleMarks(), resource.fields).filter(row => !skip.has(row.line))
    abort.current = new AbortController()
    setStep({ at: 'running', dryRun, done: 0, total: rows.length })
    try {
      const report = await sendRows(resource.path, rows, dryRun, abort.current.signal, done =>
        setStep({ at: 'running', dryRun, done, total: rows.length }),
      )
      // Rows refused by the dry run were not sent again; the final report still lists them.
      const whole = {
        accepted: report.accepted,
        refused: report.refused + refused.length,
        rows: [...refused, ...report.rows],
      }
      setStep({ at: dryRun ? 'checked' : 'done', sheet, mapping, report: whole })
    } catch (error) {
      setStep(abort.current.signal.aborted ? back : { at: 'failed', error, back })
    }
    if (!dryRun) await invalidate(resource.name)
  }

  const close = (): void => {
    abort.current?.abort()
    open(null)
  }
  return (
    <Dialog
      open
      width={860}
      title={t('kit.importTitle', { name: noun })}
      onClose={close}
      foot={<Foot step={step} setStep={setStep} run={run} onClose={close} />}
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

interface FootProps {
  step: Step
  setStep: (step: Step) => void
  run: (
    sheet: Sheet,
    mapping: Mapping,
    dryRun: boolean,
    refused?: readonly ImportAnswer['rows'][number][],
  ) => Promise<void>
  onClose: () => void
}

function Foot({ step, setStep, run, onClose }: FootProps) {
  const { t } = useWords()
  return (
    <>
      <Button onClick={onClose}>{t(step.at === 'done' ? 'kit.close' : 'kit.cancel')}</Button>
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
          onClick={() => void run(step.sheet, step.mapping, true)}
        >
          {t('kit.check')}
        </Button>
      )}
      {step.at === 'checked' && step.report.accepted > 0 && (
        <Button type="primary" onClick={() => void run(step.sheet, step.mapping, false, step.report.rows)}>
          {t('kit.importRows', { count: step.report.accepted })}
        </Button>
      )}
    </>
  )
}
