import { type CellSlotProps, useWords } from '@wattyard/console-kit'
import { ruleWord } from '../../contract/abnormal/rule-word.ts'
import './abnormal.css'

/** Draws the reason of a finding in words, with the number of the rule. */
export function Reason({ record }: CellSlotProps) {
  const { t } = useWords()
  const rule = String(record.rule)
  const reason = t(ruleWord({ rule, code: String(record.code) }))
  return (
    <span className="ch-reason" title={`${rule} ${reason}`}>
      {reason} <small>{rule}</small>
    </span>
  )
}
