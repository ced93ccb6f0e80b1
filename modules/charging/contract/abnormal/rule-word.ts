/** Returns the key of a rule's words; the supervisor's rules have a catalogue of their own. */
export function ruleWord({ rule, code }: { rule: string; code: string }): string {
  return `charging.${rule.startsWith('S-') ? 'supervisorRule' : 'abnormalRule'}.${code}`
}

/** Returns the keys under which the words of a finding's code may stand when its rule is not known. */
export function ruleWords(code: string): string[] {
  return [`charging.abnormalRule.${code}`, `charging.supervisorRule.${code}`]
}
