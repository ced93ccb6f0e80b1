import { Decimal, showExact, useWords } from '@wattyard/console-kit'
import { Fragment } from 'react'
import type { TracedProof } from '../../contract/index.ts'

const MARK = { ok: '✓', wrong: '✗', none: '–' } as const

/** Draws the checks that were just recomputed, and whether both sides agree, to the fen and to 0.1 Wh. */
export function Proof({ proof, proved }: { proof: readonly TracedProof[]; proved: boolean }) {
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
                  : [check.left, check.right].map((side, index) => (
                      <Fragment key={index === 0 ? 'left' : 'right'}>
                        {index === 1 && ' = '}
                        <Side unit={check.unit} value={side} />
                      </Fragment>
                    ))}
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

/** Draws one side of a comparison in its unit, with every digit that is compared; a fingerprint is shortened. */
function Side({ unit, value }: { unit: TracedProof['unit']; value: string }) {
  const { language } = useWords()
  switch (unit) {
    case 'yuan':
      return <Decimal kind="money" value={value} unit />
    case 'kwh':
      return `${showExact(value, language)} kWh`
    case 'count':
      return value
    case 'text':
      return value.slice(0, 10)
  }
}
