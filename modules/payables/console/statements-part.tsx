import {
  HeadCommands,
  linkToRecord,
  ResourcePage,
  type ResourceSlots,
  type SectionProps,
  showMoney,
  StatusTag,
  useWords,
} from '@wattyard/console-kit'
import { fen, formatFen } from '@wattyard/money'
import { Link } from 'react-router'
import { type StatementLine, statement } from '../contract/statement.ts'
import { PartSwitch, RECEIVABLE_PARTS } from './part-switch.tsx'

/** Draws the state of a statement, its company and days, and what can be done with it now. */
function StatementHead({ record, labels }: SectionProps) {
  const id = String(record.company)
  const name = labels['companies.company']?.[id] ?? ''
  const to = linkToRecord('companies.company', id)
  return (
    <>
      <StatusTag of="payables.statement.state" value={typeof record.state === 'string' ? record.state : null} />
      {to === undefined ? <span>{name}</span> : <Link to={to}>{name}</Link>}
      <span>
        {String(record.firstDay)} – {String(record.lastDay)}
      </span>
      <HeadCommands record={record} names={['send', 'accept', 'dispute']} />
    </>
  )
}

/** Draws what moved in the period of a statement; each line leads to its document. */
function LinesOfStatement({ record }: SectionProps) {
  const { t, language } = useWords()
  // Written by the product alone.
  const lines = (Array.isArray(record.lines) ? record.lines : []) as readonly StatementLine[]
  return (
    <div className="w-scroll-x">
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            <th>{t('payables.statement.day')}</th>
            <th>{t('payables.document.number')}</th>
            <th>{t('shared.kind')}</th>
            <th>{t('payables.document.subject')}</th>
            <th data-align="end">{t('payables.statement.moved')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={`${line.number} ${line.kind} ${at}`}>
              <td className="w-num">{line.day}</td>
              <td>
                <Link to={`/cwdata4/ReceivablePayable?part=all&q=${encodeURIComponent(line.number)}`}>
                  {line.number}
                </Link>
              </td>
              <td>
                {t(`payables.document.kindValue.${line.of}`)}
                {line.kind !== 'document' && ` · ${t(`payables.statement.line.${line.kind}`)}`}
              </td>
              <td>{line.subject}</td>
              <td className="w-num" data-align="end">
                {showMoney(formatFen(fen(BigInt(line.amount))), language)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const SLOTS: ResourceSlots = {
  toolbar: () => <PartSwitch parts={RECEIVABLE_PARTS} />,
  head: StatementHead,
  figures: [
    { field: 'opening', hint: 'payables.statement.balanceHint' },
    { field: 'closing', hint: 'payables.statement.balanceHint' },
    { field: 'lineCount' },
  ],
  inSections: ['state', 'company', 'firstDay', 'lastDay'],
  factsTab: 'data',
  tabs: ['overview', 'data'],
  sections: [{ key: 'lines', title: 'payables.statement.lines', Show: LinesOfStatement, tab: 'overview' }],
}

/** Draws the statements of companies, a part of the page of receivables. */
export function StatementsPart() {
  return <ResourcePage resource={statement} slots={SLOTS} />
}
