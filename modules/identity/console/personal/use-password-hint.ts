import { useSession, useWords } from '@wattyard/console-kit'
import { ruleText } from './password-rules.ts'

/** Returns the tenant's rule for a new password, as the hint of its field. */
export function usePasswordHint(): string | undefined {
  const { t } = useWords()
  const rule = useSession(session => session.me?.passwordRule)
  return rule && ruleText(t, rule)
}
