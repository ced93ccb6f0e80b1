import { type ControlSlotProps, usePage, useWords } from '@wattyard/console-kit'
import { Select } from 'antd'
import { DOCUMENT_KINDS } from '../contract/document-kind.ts'

/** Draws the choice of a document's kind, of those that the page is about. */
export function KindControl({ id, value, onChange, invalid, describedBy }: ControlSlotProps) {
  const { t } = useWords()
  const { slots } = usePage()
  const kinds = slots.only?.kind ?? DOCUMENT_KINDS
  return (
    <Select
      id={id}
      value={typeof value === 'string' ? value : undefined}
      onChange={onChange}
      {...(invalid ? { status: 'error' as const } : {})}
      aria-describedby={describedBy}
      options={kinds.map(kind => ({ value: kind, label: t(`payables.document.kindValue.${kind}`) }))}
    />
  )
}
