import { useTabQuery, useWords } from '@wattyard/console-kit'
import { ApprovalsButton } from '@wattyard/platform/console'
import { Segmented } from 'antd'
import type { DocumentKind } from '../contract/document-kind.ts'

/** Draws the switch between the kinds of documents that a page has, one at a time: sums of two sides would mean nothing. */
export function PartSwitch({ kinds }: { readonly kinds: readonly DocumentKind[] }) {
  const { t } = useWords()
  const [params, setParams] = useTabQuery()
  const [first] = kinds
  if (first === undefined) return null
  return (
    <>
      <Segmented
        aria-label={t('payables.page.kinds')}
        value={kinds.find(kind => kind === params.get('part')) ?? first}
        onChange={(part: DocumentKind) => setParams(part === first ? {} : { part })}
        options={kinds.map(value => ({ value, label: t(`payables.document.kindValue.${value}`) }))}
      />
      <ApprovalsButton />
    </>
  )
}
