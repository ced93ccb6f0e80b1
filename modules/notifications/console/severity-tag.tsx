import { type Tone, useWords } from '@wattyard/console-kit'
import type { Severity } from '../contract/severity.ts'

const TONES: Readonly<Record<Severity, Tone>> = { info: 'idle', notice: 'busy', warning: 'wait', critical: 'bad' }

export function SeverityTag({ severity }: { severity: Severity }) {
  const { t } = useWords()
  return (
    <span className="w-tag" data-tone={TONES[severity]}>
      {t(`notifications.severity.${severity}`)}
    </span>
  )
}
