import { useWords } from '@wattyard/console-kit'

/** Draws rows as a table; the first one is its head. */
export function FirstRows({ rows }: { rows: readonly (readonly string[])[] }) {
  const { t } = useWords()
  const [header = [], ...body] = rows
  return (
    <section>
      <h3 className="ch-small-head">{t('charging.importPage.preview')}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className="ch-report-scroll" tabIndex={0}>
        <table className="ch-totals ch-file-rows">
          <thead>
            <tr>
              {header.map((name, at) => (
                // Two columns may have the same name; their place tells them apart.
                <th key={at} scope="col">
                  {name || t('kit.columnNo', { no: at + 1 })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.slice(0, 5).map((cells, line) => (
              // Rows of a file have no identity except their place.
              <tr key={line}>
                {header.map((_name, at) => (
                  <td key={at}>{cells[at] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
