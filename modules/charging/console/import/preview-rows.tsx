import { Decimal, useWords, When } from '@wattyard/console-kit'
import { type PreviewRow } from '../../contract/calls/import.ts'
import { shownPrice } from './shown-price.ts'

const HEADS = ['startedAt', 'endedAt', 'energy', 'station', 'connector', 'price', 'sourceKey'] as const

/** Draws the first rows as they would be stored, each with its errors and doubts. */
export function PreviewRows({ rows }: { rows: readonly PreviewRow[] }) {
  const { t } = useWords()
  if (rows.length === 0) return null
  return (
    <section>
      <h3 className="ch-small-head">{t('charging.importMap.asStored')}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className="ch-report-scroll" tabIndex={0}>
        <table className="ch-totals ch-file-rows ch-stored">
          <thead>
            <tr>
              <th scope="col">{t('charging.importPage.line')}</th>
              {HEADS.map(key => (
                <th key={key} scope="col">
                  {t(`charging.importedSession.${key}`)}
                </th>
              ))}
              <th scope="col">{t('charging.importMap.problems')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.line}>
                <td className="w-num">{row.line}</td>
                {row.session ? (
                  <>
                    <td>
                      <When at={row.session.startedAt} />
                    </td>
                    <td>
                      <When at={row.session.endedAt} />
                    </td>
                    <td>
                      <Decimal kind="energy" value={row.session.energy_kwh} unit />
                    </td>
                    <td>{row.session.station}</td>
                    <td>{row.session.connector}</td>
                    <td className="w-num">{row.session.price === null ? '–' : shownPrice(row.session.price)}</td>
                    <td>{row.session.key}</td>
                  </>
                ) : (
                  <td colSpan={HEADS.length} className="w-quiet">
                    {row.text}
                  </td>
                )}
                <td>
                  <Verdict row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Verdict({ row }: { row: PreviewRow }) {
  const { t } = useWords()
  const words = [
    ...row.problems.map(reason => t(`charging.importRefusal.${reason}`)),
    ...row.doubts.map(doubt => t(`charging.importedSession.doubtsValue.${doubt}`)),
  ]
  if (words.length === 0) return <span className="w-quiet">{t('charging.importMap.fine')}</span>
  return (
    <span className="ch-sign" data-tone={row.session ? 'wait' : 'bad'}>
      {words.join('; ')}
    </span>
  )
}
