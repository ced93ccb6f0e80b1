import { FileExcelOutlined } from '@ant-design/icons'
import { joinNames } from '../format/text.ts'
import { Button } from 'antd'
import { type ImportAnswer, importFields, ownerField, showNumber } from '@wattyard/resource'
import { useMemo } from 'react'
import { ApiError } from '../api/api-error.ts'
import { shorten } from '../format/text.ts'
import { missingColumns } from '../resource/form-values.ts'
import { usePage } from '../resource/page-context.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { messageOf } from '../ui/states.tsx'
import { fieldWord, useWords, wordKeys } from '../words/use-words.ts'
import { type Sheet, writeCsv } from './csv-text.ts'
import { saveFile } from './download.ts'
import type { Run } from './import-run.ts'
import { ImportWarnings } from './import-warnings.tsx'
import { type FlawGroup, groupFlaws, type Mapping, refusedSheet } from './mapping.ts'
import { mustBeFilled, templateOf } from './template.ts'
import { writeXlsxFile } from './write-xlsx.ts'
import './exchange.css'

/** Step of an import; all later steps except `running` carry the sheet, `failed` in the step to go back to. */
export type Step =
  | { readonly at: 'file'; readonly problem?: string }
  | { readonly at: 'map'; readonly sheet: Sheet; readonly mapping: Mapping }
  | {
      readonly at: 'running'
      readonly dryRun: boolean
      readonly done: number
      readonly total: number
      /** A person has stopped it; the rows under way are being finished. */
      readonly stops?: boolean
    }
  | { readonly at: 'checked'; readonly sheet: Sheet; readonly mapping: Mapping; readonly report: ImportAnswer }
  | ({ readonly at: 'done'; readonly sheet: Sheet; readonly mapping: Mapping } & Run)
  | { readonly at: 'failed'; readonly error: unknown; readonly back: Step }

export function FileStep({ problem, onFile }: { problem: string | undefined; onFile: (file: File) => void }) {
  const { resource } = usePage()
  const words = useWords()
  const { t } = words
  const template = (): void => {
    const name = `${t(wordKeys.noun(resource))}-${t('kit.importRule.fileName')}.xlsx`
    void writeXlsxFile(templateOf(resource, words)).then(file => saveFile(name, file))
  }
  return (
    <>
      <FileDrop
        hint={t('kit.dropHint')}
        accept=".csv,.tsv,.txt,.xlsx"
        icon={<FileExcelOutlined aria-hidden="true" />}
        problem={problem}
        onFile={onFile}
      />
      <button type="button" className="w-link-button" onClick={template}>
        {t('kit.template')}
      </button>
    </>
  )
}

/** Rows of the preview before anything is sent. */
const PREVIEW_ROWS = 5

export function MapStep({
  sheet,
  mapping,
  onChange,
}: {
  sheet: Sheet
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}) {
  const { resource } = usePage()
  const words = useWords()
  const { t, language } = words
  const fields = importFields(resource)
  const heads = sheet[0] ?? []
  const byColumn = new Map(Object.entries(mapping).map(([key, column]) => [column, key]))
  const set = (column: number, key: string): void => {
    const kept = Object.entries(mapping).filter(([one, at]) => at !== column && one !== key)
    onChange(Object.fromEntries(key === '' ? kept : [...kept, [key, column]]))
  }
  // A record without an owner column belongs to the importer.
  const missing = missingColumns(fields, mapping).filter(key => key !== ownerField(resource))
  return (
    <>
      <p className="w-quiet">
        {t('kit.mapHint', { rows: showNumber(sheet.length - 1, language), count: sheet.length - 1 })}
      </p>
      {missing.length > 0 && (
        <div className="w-banner" data-tone="wait">
          {t('kit.mapMissing', {
            names: joinNames(
              missing.map(key => fieldWord(words, resource, key)),
              language,
            ),
          })}
        </div>
      )}
      <div className="w-scroll-x">
        <table className="w-table w-table-plain">
          <thead>
            <tr>
              {heads.map((head, column) => (
                // Two columns may have the same head; their place tells them apart.
                <th key={column} scope="col">
                  <label className="w-map-head">
                    <span className="w-clip">{head || t('kit.columnNo', { no: column + 1 })}</span>
                    <select
                      className="w-select"
                      aria-label={t('kit.columnFor', { name: head || t('kit.columnNo', { no: column + 1 }) })}
                      value={byColumn.get(column) ?? ''}
                      onChange={event => set(column, event.target.value)}
                    >
                      <option value="">{t('kit.notImported')}</option>
                      {fields.map(([key, field]) => (
                        <option key={key} value={key}>
                          {fieldWord(words, resource, key)}
                          {mustBeFilled(resource, key, field) ? ' *' : ''}
                        </option>
                      ))}
                    </select>
                  </label>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sheet.slice(1, PREVIEW_ROWS + 1).map((row, index) => (
              // Preview rows have no identity except their place.
              <tr key={index}>
                {heads.map((_head, column) => (
                  <td key={column} data-off={byColumn.has(column) ? undefined : ''}>
                    {row[column] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

export function Running({ step }: { step: Extract<Step, { at: 'running' }> }) {
  const { t, language } = useWords()
  return (
    <output>
      <p>{t(step.dryRun ? 'kit.checking' : step.stops ? 'kit.importStopping' : 'kit.importing')}</p>
      <progress className="w-progress" max={step.total || undefined} value={step.done || undefined} />
      <p className="w-quiet w-num">
        {showNumber(step.done, language)} / {showNumber(step.total, language)}
      </p>
    </output>
  )
}

/** Draws how many rows an import left out because it ended early, from which line on, and why. */
function Stopped({ run: { unsent, error } }: { run: Run }) {
  const { t, language } = useWords()
  const counts = {
    count: unsent.length,
    unsent: showNumber(unsent.length, language),
    line: showNumber(unsent[0]?.line ?? 0, language),
  }
  // Without an answer the rows of the last call may have been written.
  const isUnsure = error instanceof ApiError && error.kind !== 'business'
  return (
    <>
      <br />
      {t('kit.importStopped', counts)}
      {error !== undefined && ` ${messageOf(error, t)}`}
      {isUnsure && ` ${t('kit.importUnsure', counts)}`}
    </>
  )
}

/** Reasons listed here; the downloaded file has all rows. */
const LISTED = 100
/** Rows that are named for each reason. */
const NAMED_ROWS = 5

export function Report({ step }: { step: Extract<Step, { at: 'checked' | 'done' }> }) {
  const { at, sheet, mapping, report } = step
  const unsent = at === 'done' ? step.unsent : []
  const { resource } = usePage()
  const words = useWords()
  const { t, language } = words
  const nameOf = (key: string): string => (resource.fields[key] ? fieldWord(words, resource, key) : key)
  const groups = useMemo(
    () => groupFlaws(report.rows, sheet, mapping, nameOf, NAMED_ROWS),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the names follow the language
    [report, sheet, mapping, language],
  )
  const unsentRows = unsent.map(({ line }) => ({ line, fields: { '*': t('kit.importUnsent') } }))
  const isWhole = report.refused === 0 && unsent.length === 0
  const download = (): void =>
    saveFile(
      `${t(wordKeys.noun(resource))}-${t('kit.importRule.refusedFile')}.csv`,
      new Blob([writeCsv(refusedSheet(sheet, mapping, [...report.rows, ...unsentRows], t('kit.reason'), nameOf))], {
        type: 'text/csv',
      }),
    )
  const counts = {
    count: report.accepted,
    accepted: showNumber(report.accepted, language),
    refused: showNumber(report.refused, language),
  }
  return (
    <>
      <output className="w-banner" data-tone={isWhole ? 'good' : 'wait'}>
        <span className="w-grow">
          {t(at === 'checked' ? 'kit.checkedCounts' : 'kit.importedCounts', counts)}
          {at === 'done' && unsent.length > 0 && <Stopped run={step} />}
        </span>
        {!isWhole && (
          <Button size="small" onClick={download}>
            {t('kit.downloadRefused')}
          </Button>
        )}
      </output>
      <ImportWarnings report={report} sheet={sheet} mapping={mapping} nameOf={nameOf} />
      {groups.length > 0 && <Flaws groups={groups.slice(0, LISTED)} />}
      {groups.length > LISTED && <p className="w-quiet">{t('kit.moreReasons', { count: groups.length - LISTED })}</p>}
    </>
  )
}

/** Draws why rows were refused: each reason once, with how many rows it concerns and the first of them. */
function Flaws({ groups }: { groups: readonly FlawGroup[] }) {
  const { t, language } = useWords()
  return (
    <div className="w-scroll-x">
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            <th scope="col">{t('kit.importRule.head.column')}</th>
            <th scope="col">{t('kit.reason')}</th>
            <th scope="col">{t('kit.rowCount')}</th>
            <th scope="col">{t('kit.firstRows')}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ column, rule, count, first }) => (
            <tr key={`${column} ${rule}`}>
              <td>{column}</td>
              <td>{rule}</td>
              <td className="w-num">{showNumber(count, language)}</td>
              <td>
                {first
                  .map(({ line, value }) =>
                    value === '' ? t('kit.lineNo', { line }) : t('kit.lineWith', { line, value: shorten(value, 40) }),
                  )
                  .join(' · ')}
                {count > first.length && ' …'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
