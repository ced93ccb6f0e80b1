import type { ImportAnswer } from '@wattyard/resource'
import { useWords } from '../words/use-words.ts'
import { flawsOf, flawText, type Mapping } from './mapping.ts'
import type { Sheet } from './csv-text.ts'

/** Rows listed here; the count names all. */
const LISTED = 100

interface ImportWarningsProps {
  readonly report: ImportAnswer
  readonly sheet: Sheet
  readonly mapping: Mapping
  readonly nameOf: (key: string) => string
}

/** Draws what is odd about rows that can be imported nevertheless; nothing when nothing is. */
export function ImportWarnings({ report: { warnings = [] }, sheet, mapping, nameOf }: ImportWarningsProps) {
  const { t } = useWords()
  if (warnings.length === 0) return null
  return (
    <details className="w-banner" data-tone="wait" open={warnings.length <= 10}>
      <summary>{t('kit.importWarnings', { count: warnings.length })}</summary>
      <ul>
        {warnings.slice(0, LISTED).map(row => (
          <li key={row.line}>
            {t('kit.lineNo', { line: row.line })} {flawsOf(row, sheet, mapping, nameOf).map(flawText).join('; ')}
          </li>
        ))}
      </ul>
    </details>
  )
}
