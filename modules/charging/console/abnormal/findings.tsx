import { type SectionProps, StatusTag, useWords, When } from '@wattyard/console-kit'
import type { Evidence } from '../../contract/abnormal/abnormal-rule.ts'
import { ruleWord } from '../../contract/abnormal/rule-word.ts'
import { EvidenceTable } from '../order/evidence.tsx'
import { actionOf, texts } from './remedies.ts'

/** A finding as the server adds it to an abnormal order (`serve-abnormal.ts`). */
interface Finding {
  readonly id: string
  readonly rule: string
  readonly code: string
  readonly severity: string
  readonly blocks: boolean
  readonly state: string
  readonly evidence: Evidence
  readonly createdAt: number
  readonly closedAt: number | null
  readonly closedBy: string | null
  readonly note: string | null
}

/** Draws the findings of an order with their evidence, open ones first, and what a person can do that the product cannot. */
export function Findings({ record }: SectionProps) {
  const { t } = useWords()
  const advice = texts(record.remedies).filter(remedy => actionOf(remedy) === undefined)
  // The server's own words, see above.
  const findings = (record.findings ?? []) as readonly Finding[]
  return (
    <>
      {advice.length > 0 && (
        <p className="ch-advice">
          <span className="w-quiet">{t('charging.errPage.advice')}</span>
          {advice.map(remedy => (
            <span key={remedy}>{t(`charging.remedy.${remedy}`)}</span>
          ))}
        </p>
      )}
      <ul className="ch-case-findings">
        {findings.map(finding => (
          <FindingItem key={finding.id} finding={finding} />
        ))}
      </ul>
    </>
  )
}

function FindingItem({ finding }: { finding: Finding }) {
  const { t } = useWords()
  const { rule, severity, blocks, state, evidence, createdAt, closedAt, closedBy, note } = finding
  return (
    <li data-state={state}>
      <header>
        <b>{t(ruleWord(finding))}</b>
        <small className="w-quiet">{rule}</small>
        <StatusTag of="charging.abnormal.severity" value={severity} />
        {blocks && state === 'open' && (
          <span className="w-tag" data-tone="bad">
            {t('charging.abnormal.blocks')}
          </span>
        )}
        {state !== 'open' && <StatusTag of="charging.abnormal.state" value={state} />}
        <span className="w-quiet">
          <When at={createdAt} />
        </span>
      </header>
      {closedAt !== null && (
        <p className="w-quiet">
          {[closedBy, note].filter(Boolean).join(' · ')} <When at={closedAt} />
        </p>
      )}
      <EvidenceTable evidence={evidence} />
    </li>
  )
}
