import { type CellSlotProps, useWords } from '@wattyard/console-kit'
import { ruleWord } from '../../contract/abnormal/rule-word.ts'
import './abnormal.css'

/** Draws the worst finding in words with the number of its rule, and how many others the order has. */
export function Reason({ record }: CellSlotProps) {
  const { t } = useWords()
  const rule = String(record.rule)
  const reason = t(ruleWord({ rule, code: String(record.code) }))
  const others = Number(record.openFindings) - 1
  const all = Array.isArray(record.reasons) ? record.reasons.map(one => t(String(one.word))) : [reason]
  return (
    <span className="ch-reason" title={all.join(' · ')}>
      {reason} <small>{rule}</small>
      {others > 0 && <small className="ch-others">{t('charging.errPage.others', { count: others })}</small>}
    </span>
  )
}
