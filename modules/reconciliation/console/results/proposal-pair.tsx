import { Decimal, linkToRecord, useWords, valueWord } from '@wattyard/console-kit'
import { Link } from 'react-router'
import type { ShownProposal } from '../../contract/calls/read-proposals.ts'
import { outcome } from '../../contract/records/outcome.ts'

/** Draws how likely a proposal is, and what speaks for it. */
export function Signals({ proposal: { score, signals, by } }: { readonly proposal: ShownProposal }) {
  const { t } = useWords()
  return (
    <span className="rc-signals">
      <span className="w-tag" data-tone={score >= 900 ? 'good' : 'wait'}>
        {t('reconciliation.matching.score', { score: Math.floor(score / 10) })}
      </span>
      <span>{t(`reconciliation.matching.by.${by}`)}</span>
      {signals.map(signal => (
        <span key={signal} className="w-tag" data-plain="" data-tone="idle">
          {t(`reconciliation.signal.${signal}`)}
        </span>
      ))}
    </span>
  )
}

interface PairProps {
  readonly proposal: ShownProposal
  /** The outcome in whose detail it is drawn; it is not linked. */
  readonly here?: string
}

/** Draws the outcomes that a proposal would put together, with what each side says. */
export function Pair({ proposal, here }: PairProps) {
  const words = useWords()
  const { t } = words
  return (
    <div className="w-scroll-x" data-whole="">
      <table className="w-table w-table-plain rc-pair">
        <thead>
          <tr>
            <th>{t('reconciliation.outcome.day')}</th>
            <th>{t('reconciliation.outcome.kind')}</th>
            <th data-align="end">{t('reconciliation.sides.order')}</th>
            <th data-align="end">{t('reconciliation.sides.ledger')}</th>
            <th data-align="end">{t('reconciliation.sides.channel')}</th>
            <th>{t('reconciliation.outcome.key')}</th>
            <th>{t('reconciliation.outcome.party')}</th>
            <th>{t('reconciliation.outcome.text')}</th>
          </tr>
        </thead>
        <tbody>
          {proposal.outcomes.map(({ id, day, kind, key, party, text, amount, booked, told }) => {
            const to = id === here ? undefined : linkToRecord(outcome.name, id)
            return (
              <tr key={id} aria-current={id === here ? 'true' : undefined}>
                <td className="w-num">{day}</td>
                <td>{valueWord(words, 'reconciliation.outcome.kind', kind)}</td>
                {[amount, booked, told].map((value, index) => (
                  // The three sides, always in this order.
                  <td key={index} className="w-num" data-align="end">
                    <Decimal kind="money" value={value} />
                  </td>
                ))}
                <td className="w-mono rc-code">{to === undefined ? key : <Link to={to}>{key}</Link>}</td>
                <td className="rc-who">{party}</td>
                <td className="rc-who">{text}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
