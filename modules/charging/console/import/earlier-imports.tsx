import { Count, Decimal, useList, useWords, When } from '@wattyard/console-kit'
import { importBatch } from '../../contract/import/imported-session.ts'
import { FORMAT_ZONES } from './read-file.ts'

/** Draws the earlier imports, newest first. */
export function EarlierImports() {
  const { t } = useWords()
  const batches = useList(importBatch, { page: 1, pageSize: 20 })
  if (!batches.data || batches.data.list.length === 0) return null
  return (
    <section className="w-section">
      <h3>{t('charging.importPage.earlier')}</h3>
      <div className="ch-report-scroll">
        <table className="ch-totals">
          <thead>
            <tr>
              {(['createdAt', 'name', 'format', 'added', 'doubted', 'refused', 'energy', 'importedBy'] as const).map(
                key => (
                  <th key={key} scope="col">
                    {t(`charging.import.${key}`)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {batches.data.list.map(one => (
              <tr key={one.id}>
                <td>
                  <When at={one.createdAt} />
                </td>
                <td>{one.name}</td>
                <td>{one.format in FORMAT_ZONES ? t(`charging.importFormat.${one.format}`) : one.format}</td>
                <td>
                  <Count value={one.added} />
                </td>
                <td>
                  <Count value={one.doubted} />
                </td>
                <td>
                  <Count value={one.refused} />
                </td>
                <td>
                  <Decimal kind="energy" value={one.energy} />
                </td>
                <td>{one.importedBy}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
