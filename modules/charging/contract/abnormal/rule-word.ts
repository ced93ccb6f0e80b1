/** Returns the key of a rule's words; the supervisor's rules have a catalogue of their own. */
export function ruleWord({ rule, code }: { rule: string; code: string }): string {
  return `charging.${rule.startsWith('S-') ? 'supervisorRule' : 'abnormalRule'}.${code}`
}
