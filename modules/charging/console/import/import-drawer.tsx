import { useQuery } from '@tanstack/react-query'
import { api, Dialog, ErrorState, Skeleton, toast, useDirty, useInvalidate, useWords } from '@wattyard/console-kit'
import { Button, Select } from 'antd'
import { useMemo, useState } from 'react'
import type { ImportReport } from '../../contract/import-report.ts'
import { FileDrop } from './file-drop.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { FORMAT_ZONES, firstLines, type FormatOffer, formatOf } from './read-file.ts'
import { Report } from './report.tsx'
import '../charging.css'
import './import.css'

interface ChosenFile {
  name: string
  text: string
}

const PREVIEW_LINES = 6
/** Some ten thousand rows take their time. */
const TIMEOUT_MS = 300_000

/** Past sessions of another system: choose a file, look, try without writing, import, read the totals. */
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const formats = useQuery({
    queryKey: ['charging.importedSession', 'formats'],
    queryFn: ({ signal }) =>
      api.get<{ list: FormatOffer[] }>(
        '/api/charging/importSessions/formats',
        {},
        { signal, lane: 'page', quiet: true },
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useDirty(file !== null && (report?.importId ?? null) === null)
  const restart = (): void => {
    setFile(null)
    setReport(null)
  }
  return (
    <Dialog open kind="drawer" width={860} title={t('charging.importPage.title')} onClose={onClose}>
      {formats.error && <ErrorState error={formats.error} onRetry={() => void formats.refetch()} />}
      {!formats.data && !formats.error && <Skeleton lines={4} />}
      {formats.data && !file && (
        <>
          <p className="ch-lead">{t('charging.importPage.lead')}</p>
          <FileDrop onRead={setFile} />
          <EarlierImports />
        </>
      )}
      {formats.data && file && (
        <Try file={file} offers={formats.data.list} report={report} onReport={setReport} onRestart={restart} />
      )}
    </Dialog>
  )
}

interface TryProps {
  file: ChosenFile
  offers: readonly FormatOffer[]
  report: ImportReport | null
  onReport: (report: ImportReport | null) => void
  onRestart: () => void
}

function zones(): string[] {
  return Intl.supportedValuesOf('timeZone')
}

function Try({ file, offers, report, onReport, onRestart }: TryProps) {
  const { t } = useWords()
  const invalidate = useInvalidate()
  const [format, setFormat] = useState<string | null>(() => formatOf(file.text, offers))
  const [zone, setZone] = useState(() => FORMAT_ZONES[format ?? ''] ?? 'Asia/Shanghai')
  const [busy, setBusy] = useState<'check' | 'import' | null>(null)
  const zoneOptions = useMemo(() => zones().map(value => ({ value, label: value })), [])
  const isDone = (report?.importId ?? null) !== null
  const send = async (dryRun: boolean): Promise<void> => {
    setBusy(dryRun ? 'check' : 'import')
    try {
      const body = { format: format ?? '', zone, name: file.name, text: file.text, dryRun }
      const answer = await api.post<ImportReport>('/api/charging/importSessions', body, {
        json: true,
        timeoutMs: TIMEOUT_MS,
      })
      onReport(answer)
      if (!dryRun) {
        toast.good(t('charging.importPage.done', { count: answer.added }))
        await invalidate('charging.import', 'charging.importedSession')
      }
    } catch {
      // the API client has shown why
    } finally {
      setBusy(null)
    }
  }
  return (
    <div className="ch-import">
      <div className="ch-import-head">
        <b className="w-clip">{file.name}</b>
        <Button size="small" onClick={onRestart}>
          {t('charging.importPage.other')}
        </Button>
      </div>
      {!isDone && (
        <div className="ch-import-fields">
          <div className="ch-field">
            <label htmlFor="import-format">{t('charging.import.format')}</label>
            <Select
              id="import-format"
              value={format}
              placeholder={t('charging.importPage.chooseFormat')}
              onChange={(value: string) => {
                setFormat(value)
                setZone(FORMAT_ZONES[value] ?? zone)
                onReport(null)
              }}
              options={offers.map(({ id }) => ({ value: id, label: t(`charging.importFormat.${id}`) }))}
            />
          </div>
          <div className="ch-field">
            <label htmlFor="import-zone">{t('charging.import.zone')}</label>
            <Select
              id="import-zone"
              showSearch
              value={zone}
              onChange={(value: string) => {
                setZone(value)
                onReport(null)
              }}
              options={zoneOptions}
            />
            <small className="w-quiet">
              {t(
                offers.find(offer => offer.id === format)?.localTimes === false
                  ? 'charging.importPage.zoneNotUsed'
                  : 'charging.importPage.zoneHint',
              )}
            </small>
          </div>
        </div>
      )}
      {!report && <Preview text={file.text} />}
      {report && <Report report={report} fileName={file.name} />}
      {!isDone && (
        <div className="ch-actions">
          <Button disabled={!format} loading={busy === 'check'} onClick={() => void send(true)}>
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
          {report && report.added === 0 && <span className="w-quiet">{t('charging.importPage.nothingNew')}</span>}
        </div>
      )}
    </div>
  )
}

function Preview({ text }: { text: string }) {
  const { t } = useWords()
  return (
    <section>
      <h3 className="ch-small-head">{t('charging.importPage.preview')}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <pre className="ch-preview" tabIndex={0}>
        {firstLines(text, PREVIEW_LINES).join('\n')}
      </pre>
    </section>
  )
}
