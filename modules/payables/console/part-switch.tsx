import { useTabQuery, useWords } from '@wattyard/console-kit'
import { ApprovalsButton } from '@wattyard/platform/console'
import { Segmented } from 'antd'

/** Parts of the pages: kinds of documents, one at a time, because sums of two sides would mean nothing; and statements. */
export const RECEIVABLE_PARTS = ['receivable', 'payable', 'statements'] as const
export const PAYMENT_PARTS = ['advancePaid', 'advanceReceived'] as const
type Part = (typeof RECEIVABLE_PARTS | typeof PAYMENT_PARTS)[number]

/** Draws the switch between the parts of a page. */
export function PartSwitch({ parts }: { readonly parts: readonly Part[] }) {
  const { t } = useWords()
  const [params, setParams] = useTabQuery()
  const [first] = parts
  if (first === undefined) return null
  return (
    <>
      <Segmented
        aria-label={t('payables.page.kinds')}
        value={parts.find(part => part === params.get('part')) ?? first}
        onChange={(part: Part) => setParams(part === first ? {} : { part })}
        options={parts.map(value => ({
          value,
          label: t(value === 'statements' ? 'payables.statement.nouns' : `payables.document.kindValue.${value}`),
        }))}
      />
      <ApprovalsButton />
    </>
  )
}
