import { api, toast, useInvalidate, useWords, useZone } from '@wattyard/console-kit'
import { Button, Select } from 'antd'
import { useMemo, useState } from 'react'
import {
  type ImportReport,
  type ImportTemplate,
  type FormatOffer,
  importSessions,
} from '../../contract/calls/import.ts'
import { missingFields } from '../../contract/import/file-mapping.ts'
import { headRows } from '../../contract/import/session-file.ts'
import { type Chosen, fromTemplate, guessFor, headOf, propose } from './choose-mapping.ts'
import { FileShape } from './file-shape.tsx'
import { FirstRows } from './first-rows.tsx'
import { MapForm } from './map-form.tsx'
import { PreviewRows } from './preview-rows.tsx'
import { FORMAT_ZONES, type ReadFile, textIn } from './read-file.ts'
import { Report } from './report.tsx'
import { TemplateBar } from './template-bar.tsx'

interface TryProps {
  file: ReadFile
  offers: readonly FormatOffer[]
  templates: readonly ImportTemplate[]
  report: ImportReport | null
  onReport: (report: ImportReport | null) => void
  onRestart: () => void
}

/** Timeout for some ten thousand rows. */
const TIMEOUT_MS = 300_000
const MATCH = 'match'

/** Returns a function that sends the file with the present settings; the API client shows errors. */
function useSend(file: ReadFile, chosen: Chosen, onReport: TryProps['onReport']) {
  const { t } = useWords()
  const invalidate = useInvalidate()
  const [busy, setBusy] = useState<'check' | 'import' | null>(null)
  const send = async (dryRun: boolean): Promise<void> => {
    setBusy(dryRun ? 'check' : 'import')
    try {
      const format = chosen.kind === 'format' ? chosen.id : chosen.mapping
      const body = { format, zone: chosen.zone, name: file.name, text: file.text, dryRun }
      const how = { json: true, timeoutMs: TIMEOUT_MS } as const
      const answer = await api.call(importSessions, body, how)
      onReport(answer)
      if (!dryRun) {
        toast.good(t('charging.importPage.done', { count: answer.added }))
        await invalidate('charging.import', 'charging.importedSession')
      }
    } catch {
      // The API client has shown the reason.
    } finally {
      setBusy(null)
    }
  }
  return { busy, send }
}

/** Draws the import of one file: its way of reading, a dry run, and the import. */
export function TryFile({ file: given, offers, templates, report, onReport, onRestart }: TryProps) {
  const { t } = useWords()
  const ownZone = useZone()
  const [file, setFile] = useState(given)
  const [chosen, setChosen] = useState<Chosen>(() => propose(given, offers, templates, ownZone))
  const { busy, send } = useSend(file, chosen, onReport)
  const isDone = (report?.importId ?? null) !== null
  const choose = (next: Chosen): void => {
    setChosen(next)
    onReport(null)
  }
  const missing = chosen.kind === 'format' ? [] : missingFields(chosen.mapping)
  return (
    <div className="ch-import">
      <div className="ch-import-head">
        <b className="w-clip">{file.name}</b>
        <Button size="small" onClick={onRestart}>
          {t('charging.importPage.other')}
        </Button>
      </div>
      {!isDone && (
        <>
          <HowRead file={file} chosen={chosen} offers={offers} templates={templates} onChoose={choose} />
          {chosen.kind === 'format' ? (
            <FirstRows rows={headRows(file.text, ',', 6)} />
          ) : (
            <>
              <FileShape
                file={file}
                shape={chosen.mapping.file}
                onShape={shape => choose({ kind: 'match', zone: chosen.zone, mapping: guessFor(file, shape) })}
                onEncoding={encoding => {
                  if (!file.bytes) return
                  const next = { ...file, encoding, text: textIn(file.bytes, encoding) }
                  setFile(next)
                  choose({ kind: 'match', zone: chosen.zone, mapping: guessFor(next) })
                }}
              />
              <MapForm
                head={headOf(file.text, chosen.mapping.file)}
                mapping={chosen.mapping}
                onChange={mapping => choose({ ...chosen, mapping })}
              />
              <TemplateBar chosen={chosen} templates={templates} onChoose={setChosen} isComplete={!missing.length} />
            </>
          )}
        </>
      )}
      {report && <PreviewRows rows={report.preview} />}
      {report && <Report report={report} fileName={file.name} />}
      {!isDone && (
        <div className="ch-actions">
          <Button disabled={missing.length > 0} loading={busy === 'check'} onClick={() => void send(true)}>
            {t('kit.check')}
          </Button>
          <Button
            type="primary"
            disabled={!report || report.added === 0}
            loading={busy === 'import'}
            onClick={() => void send(false)}
          >
            {report ? t('kit.importRows', { count: report.added }) : t('kit.import')}
          </Button>
          {missing.length > 0 && (
            <span className="w-quiet">
              {t('charging.importMap.missing', {
                names: missing.map(field => t(`charging.importMap.field.${field}`)).join(', '),
              })}
            </span>
          )}
          {report && report.accepted > 0 && report.added === 0 && (
            <span className="w-quiet">{t('charging.importPage.nothingNew')}</span>
          )}
        </div>
      )}
    </div>
  )
}

interface HowProps extends Pick<TryProps, 'file' | 'offers' | 'templates'> {
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}

/** Draws the choice of a format, a template or a mapping made here, and of the zone of local times. */
function HowRead({ file, chosen, offers, templates, onChoose }: HowProps) {
  const { t } = useWords()
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone').map(value => ({ value, label: value })), [])
  const pick = (value: string): void => {
    const template = templates.find(one => one.id === value)
    const { zone } = chosen
    if (template) onChoose(fromTemplate(template))
    else if (value === MATCH) onChoose({ kind: 'match', zone, mapping: guessFor(file) })
    else onChoose({ kind: 'format', id: value, zone: FORMAT_ZONES[value] ?? zone })
  }
  const own = templates.map(({ id, name }) => ({ value: id, label: name }))
  const shipped = offers.map(({ id }) => ({ value: id, label: t(`charging.importFormat.${id}`) }))
  const hasOffset =
    chosen.kind === 'format'
      ? offers.find(offer => offer.id === chosen.id)?.localTimes === false
      : chosen.mapping.instant.includes('Z')
  return (
    <div className="ch-import-fields">
      <div className="ch-field">
        <label htmlFor="import-format">{t('charging.import.format')}</label>
        <Select
          id="import-format"
          value={chosen.kind === 'match' ? MATCH : chosen.id}
          onChange={pick}
          options={[
            { value: MATCH, label: t('charging.importMap.match') },
            ...(own.length ? [{ label: t('charging.importMap.own'), options: own }] : []),
            { label: t('charging.importMap.shipped'), options: shipped },
          ]}
        />
        <small className="w-quiet">{t(`charging.importMap.hint.${chosen.kind}`)}</small>
      </div>
      <div className="ch-field">
        <label htmlFor="import-zone">{t('charging.import.zone')}</label>
        <Select
          id="import-zone"
          showSearch
          value={chosen.zone}
          onChange={(zone: string) => onChoose({ ...chosen, zone })}
          options={zones}
        />
        <small className="w-quiet">
          {t(hasOffset ? 'charging.importPage.zoneNotUsed' : 'charging.importPage.zoneHint')}
        </small>
      </div>
    </div>
  )
}
