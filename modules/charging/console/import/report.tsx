import { Count, Decimal, saveFile, useWords, When, writeCsv } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type ImportReport } from '../../contract/calls/import.ts'

/** Rows shown on the screen; the download has all reported ones. */
const SHOWN = 50

/** Draws the result of an import or a dry run: counts, exact totals, and every refused or doubtful row with its reason. */
export function Report({ report, fileName }: { report: ImportReport; fileName: string }) {
  const { t } = useWords()
  return (
    <section className="ch-report" aria-live="polite">
      <h3 className="ch-small-head">
        {t(report.dryRun ? 'charging.importPage.tried' : 'charging.importPage.imported')}
      </h3>
      <Totals report={report} />
      {report.different > 0 && (
        <p className="ch-sign">{t('charging.importPage.different', { count: report.different })}</p>
      )}
      {report.notes.map(note => (
        <p key={note} className="w-quiet">
          {t(`charging.importNote.${note}`)}
        </p>
      ))}
      <Reasons title={t('charging.import.refused')} base="charging.importRefusal" counts={report.refusals} tone="bad" />
      <Reasons
        title={t('charging.import.doubted')}
        base="charging.importedSession.doubtsValue"
        counts={report.doubts}
        tone="wait"
      />
      <Rows report={report} fileName={fileName} />
    </section>
  )
}

function Totals({ report }: { report: ImportReport }) {
  const { t } = useWords()
  const { all, added, accepted, refused } = report.totals
  const rows = [
    ['all', all],
    ['accepted', accepted],
    ['refused', refused],
    ['added', added],
  ] as const
  const currencies = Object.keys(all.prices)
  return (
    <div className="ch-report-scroll">
      <table className="ch-totals">
        <thead>
          <tr>
            <th scope="col">{t('charging.importPage.verdict')}</th>
            <th scope="col">{t('charging.import.rowCount')}</th>
            <th scope="col">{t('charging.order.energy')} (kWh)</th>
            {currencies.map(currency => (
              <th key={currency} scope="col">
                {currency}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, sums]) => (
            <tr key={key}>
              <th scope="row">{t(`charging.importPage.sums.${key}`)}</th>
              <td>
                <Count value={sums.rows} />
              </td>
              <td>
                <Decimal kind="energy" value={sums.energy_kwh} />
              </td>
              {currencies.map(currency => (
                <td key={currency} className="w-num">
                  {sums.prices[currency] ?? '0'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ReasonsProps {
  title: string
  base: string
  counts: Readonly<Record<string, number>>
  tone: 'bad' | 'wait'
}

function Reasons({ title, base, counts, tone }: ReasonsProps) {
  const { t } = useWords()
  const entries = Object.entries(counts).toSorted(([, a], [, b]) => b - a)
  if (entries.length === 0) return null
  return (
    <p className="ch-signs ch-reasons">
      <span className="w-quiet">{title}</span>
      {entries.map(([reason, count]) => (
        <span key={reason} className="ch-sign" data-tone={tone}>
          {t(`${base}.${reason}`)} <b className="w-num">{count}</b>
        </span>
      ))}
    </p>
  )
}

interface Line {
  line: number
  kind: 'refused' | 'doubted'
  reasons: string
  what: React.ReactNode
  text: string
}

function useLines(report: ImportReport): Line[] {
  const { t } = useWords()
  const refused = report.refusedRows.map(
    (row): Line => ({
      line: row.line,
      kind: 'refused',
      reasons: row.reasons.map(reason => t(`charging.importRefusal.${reason}`)).join('; '),
      what: <span className="w-mono w-clip">{row.text}</span>,
      text: row.text,
    }),
  )
  const doubted = report.doubtedRows.map(
    (row): Line => ({
      line: row.line,
      kind: 'doubted',
      reasons: row.doubts.map(doubt => t(`charging.importedSession.doubtsValue.${doubt}`)).join('; '),
      what: (
        <>
          {row.station} · <When at={row.startedAt} /> · <Decimal kind="energy" value={row.energy_kwh} unit />
        </>
      ),
      text: `${row.station}, ${new Date(row.startedAt).toISOString()}, ${row.energy_kwh} kWh`,
    }),
  )
  return [...refused, ...doubted]
}

function Rows({ report, fileName }: { report: ImportReport; fileName: string }) {
  const { t } = useWords()
  const lines = useLines(report)
  if (lines.length === 0) return null
  const download = (): void => {
    const head = [
      t('charging.importPage.line'),
      t('charging.importPage.verdict'),
      t('kit.reason'),
      t('charging.importPage.row'),
    ]
    const body = lines.map(one => [String(one.line), t(`charging.import.${one.kind}`), one.reasons, one.text])
    saveFile(`${fileName}.report.csv`, new Blob([writeCsv([head, ...body])], { type: 'text/csv' }))
  }
  return (
    <>
      <div className="ch-report-scroll">
        <table className="ch-totals ch-lines">
          <thead>
            <tr>
              <th scope="col">{t('charging.importPage.line')}</th>
              <th scope="col">{t('charging.importPage.verdict')}</th>
              <th scope="col">{t('kit.reason')}</th>
              <th scope="col">{t('charging.importPage.row')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, SHOWN).map(one => (
              <tr key={`${one.kind}${one.line}`}>
                <td className="w-num">{one.line}</td>
                <td>
                  <span className="ch-sign" data-tone={one.kind === 'refused' ? 'bad' : undefined}>
                    {t(`charging.import.${one.kind}`)}
                  </span>
                </td>
                <td>{one.reasons}</td>
                <td>{one.what}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="ch-actions">
        <Button size="small" onClick={download}>
          {t('charging.importPage.download', { count: lines.length })}
        </Button>
        {lines.length > SHOWN && (
          <span className="w-quiet">{t('charging.importPage.moreRows', { count: lines.length - SHOWN })}</span>
        )}
      </div>
    </>
  )
}
