import { useWords, When } from '@wattyard/console-kit'

/** Evidence as figures under their names, as the rule recorded them. */
export function EvidenceTable({ evidence }: { evidence: Readonly<Record<string, unknown>> }) {
  const { t, has } = useWords()
  const entries = Object.entries(evidence)
  if (entries.length === 0) return <p className="w-quiet">{t('charging.page.noEvidence')}</p>
  return (
    <table className="ch-plain">
      <tbody>
        {entries.map(([key, value]) => (
          <tr key={key}>
            <th scope="row">{has(`charging.evidence.${key}`) ? t(`charging.evidence.${key}`) : key}</th>
            <td className="ch-figure">
              <Figure name={key} value={String(value)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
/** Keys whose values are names of rules. */
const RULES = new Set(['rules', 'codes'])

/** A recorded figure as people read it: instants on the page's clock, rules by their names. */
function Figure({ name, value }: { name: string; value: string }) {
  const { t, has } = useWords()
  if (ISO_INSTANT.test(value)) return <When at={Date.parse(value)} />
  if (!RULES.has(name)) return value
  return value
    .split(/,\s*/)
    .map(code => {
      const word = [`charging.energyRule.${code}`, `charging.abnormalRule.${code}`].find(has)
      return word ? t(word) : code
    })
    .join(', ')
}
