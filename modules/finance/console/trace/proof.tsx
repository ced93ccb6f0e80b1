import { useWords } from '@wattyard/console-kit'
import type { TraceProof } from './trace-data.ts'

const MARK = { ok: '✓', wrong: '✗', none: '–' } as const

/** What was recomputed just now and whether both sides agree, to the fen and the 0.1 Wh. */
export function Proof({ proof, proved }: { proof: readonly TraceProof[]; proved: boolean }) {
  const { t } = useWords()
  const counted = proof.filter(check => check.result === 'ok').length
  return (
    <details className="finance-proof" data-wrong={proved ? undefined : ''} open={!proved}>
      <summary>
        <b>{proved ? t('finance.trace.proved', { count: counted }) : t('finance.trace.notProved')}</b>
      </summary>
      <table className="w-table w-table-plain">
        <tbody>
          {proof.map(check => (
            <tr key={check.check}>
              <td className={`finance-${check.result}`}>
                <span aria-label={t(`finance.trace.result.${check.result}`)}>{MARK[check.result]}</span>
              </td>
              <td>{t(`finance.trace.check.${check.check}`)}</td>
              <td className="w-num">
                {check.result === 'none'
                  ? check.why
                    ? t(`finance.trace.why.${check.why}`)
                    : ''
                  : check.unit === 'text'
                    ? `${check.left.slice(0, 10)} = ${check.right.slice(0, 10)}`
                    : `${check.left} = ${check.right}`}
                {check.differences?.map(difference => (
                  <div key={difference} className="finance-wrong">
                    {difference}
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
