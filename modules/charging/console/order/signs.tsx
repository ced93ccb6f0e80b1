import { useNow, useWords } from '@wattyard/console-kit'
import { type RunningOrder } from '../../contract/calls/live.ts'
import { READING_HOLDS_MS } from '../../contract/live.ts'
import { ruleWord } from '../../contract/abnormal/rule-word.ts'

/** Draws in words why a session needs attention. */
export function Signs({ order }: { order: RunningOrder }) {
  const { t } = useWords()
  const now = useNow()
  const isSilent = order.offlineSince === null && now - order.lastFactAt > READING_HOLDS_MS
  if (order.cases.length === 0 && order.offlineSince === null && !isSilent && order.wish === null) return null
  return (
    <span className="ch-signs">
      {order.offlineSince !== null && (
        <span className="ch-sign" data-tone="bad">
          ⚠ {t('charging.page.offline')}
        </span>
      )}
      {isSilent && <span className="ch-sign">⏱ {t('charging.page.silent')}</span>}
      {order.wish === 'refund' && (
        <span className="ch-sign" data-tone="idle">
          ↩ {t('charging.page.refundWished')}
        </span>
      )}
      {order.cases.map(one => (
        <span key={one.rule} className="ch-sign" data-tone={one.severity === 'critical' ? 'bad' : undefined}>
          {one.severity === 'critical' ? '⚠' : '!'} {t(ruleWord(one))}
        </span>
      ))}
    </span>
  )
}
