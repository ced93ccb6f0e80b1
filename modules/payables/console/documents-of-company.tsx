import {
  EmbeddedList,
  type ResourceSlots,
  type SectionProps,
  showMoney,
  type Stat,
  StatGrid,
  useInvalidate,
  useLiveRefresh,
  useWords,
} from '@wattyard/console-kit'
import { formatFen, parseFen, sumFen, ZERO_FEN } from '@wattyard/money'
import { BUCKETS } from '../contract/ageing.ts'
import { allocation } from '../contract/allocation.ts'
import { document } from '../contract/document.ts'
import { DOCUMENT_KINDS, type DocumentKind, isPayment } from '../contract/document-kind.ts'
import './ageing/ageing.css'
import { useAgeing } from './ageing/use-ageing.ts'
import { KindControl } from './kind-control.tsx'
import { OverdueCell } from './overdue-cell.tsx'
import { SetOffButton } from './set-off/set-off-button.tsx'

/** Both sides in one list: a sum of them would mean nothing. */
const SLOTS: ResourceSlots = { withoutTotals: true, controls: { kind: KindControl }, cells: { overdue: OverdueCell } }
const COLUMNS = ['number', 'kind', 'state', 'amount', 'open', 'due', 'overdue', 'subject']

/** Buckets of what is past its day. */
const LATE = BUCKETS.filter(bucket => bucket !== 'notDue')

/** Returns what is open of a kind with a company, as a figure. */
function useOpenOf(kind: DocumentKind, company: string): Stat {
  const { t, language } = useWords()
  const { data } = useAgeing(kind, { company })
  const late = data && !isPayment(kind) ? sumFen(LATE.map(bucket => parseFen(data.buckets[bucket]))) : ZERO_FEN
  return {
    key: kind,
    label: t(`payables.ageing.kind.${kind}`),
    figure: data && { kind: 'shown', value: showMoney(data.total, language) },
    hint: t('payables.ageing.hint'),
    ...(late === ZERO_FEN
      ? {}
      : {
          tone: 'bad' as const,
          note: t('payables.detail.late', { amount: showMoney(formatFen(late), language) }),
        }),
  }
}

/** Draws what is open with a company on each side, in its head. */
export function OpenWithCompany({ record }: SectionProps) {
  const { t } = useWords()
  useLiveRefresh([document.name, allocation.name], [document.name])
  const [receivable, payable, received, paid] = DOCUMENT_KINDS
  const stats = [
    useOpenOf(receivable, record.id),
    useOpenOf(payable, record.id),
    useOpenOf(received, record.id),
    useOpenOf(paid, record.id),
  ]
  return <StatGrid label={t('payables.ageing.title')} stats={stats} look="plain" />
}

/** Draws the documents of a company, and the way to set them off. */
export function DocumentsOfCompany({ record }: SectionProps) {
  const invalidate = useInvalidate()
  return (
    <>
      <div className="w-row pay-between">
        <SetOffButton
          company={record.id}
          name={String(record.name)}
          onDone={() => void invalidate(document.name, allocation.name)}
        />
      </div>
      <EmbeddedList
        resource={document}
        by="company"
        record={record}
        columns={COLUMNS}
        slots={SLOTS}
        topics={[allocation.name]}
      />
    </>
  )
}
