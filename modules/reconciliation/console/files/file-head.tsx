import { LoadingOutlined } from '@ant-design/icons'
import { DIALOG_PARAM, HeadCommands, type SectionProps, StatusTag, useMay, useWords, When } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { mapping } from '../../contract/records/mapping.ts'
import { ToResults } from '../to-results.tsx'

/** Faults that a description, or another one, may end; of formats that are known it ends none. */
const DESCRIBABLE: ReadonlySet<string> = new Set(['format-unknown', 'not-sound', 'rows-unread', 'totals-missing'])

/** Draws the state of a file, why it is not compared and what to do then, and the way to what it came to. */
export function FileHead({ record, labels }: SectionProps) {
  const { t } = useWords()
  const mayDescribe = useMay(`${mapping.name}:create`)
  const { state, fault, firstDay, lastDay, format } = record
  const isKnown = typeof format === 'string' && format !== 'described'
  return (
    <>
      <StatusTag of="reconciliation.file.state" value={String(state)} />
      {state === 'received' && (
        <output>
          <LoadingOutlined aria-hidden="true" /> {t('reconciliation.file.beingRead')}
        </output>
      )}
      {state === 'sound' ? (
        <ToResults record={record} labels={labels} />
      ) : (
        typeof firstDay === 'string' && (
          <span className="w-num">{firstDay === lastDay ? firstDay : `${firstDay} – ${String(lastDay)}`}</span>
        )
      )}
      <span className="w-quiet">
        <When at={record.createdAt} />
      </span>
      <HeadCommands record={record} names={['readAgain', 'withdraw']} />
      {typeof fault === 'string' && (
        <div className="w-banner rc-fault" data-tone="bad" role="alert">
          <b>{t(`reconciliation.file.faultValue.${fault}`)}</b> {t(`reconciliation.faultHint.${fault}`)}
          {DESCRIBABLE.has(fault) && !isKnown && mayDescribe && (
            <>
              {' '}
              <Link to={`/cwdata4/TradeNBill?part=mappings&${DIALOG_PARAM}=describe&sample=${record.id}`}>
                {t('reconciliation.describe.describeThis')}
              </Link>
            </>
          )}
        </div>
      )}
    </>
  )
}
