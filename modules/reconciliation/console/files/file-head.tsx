import { LoadingOutlined } from '@ant-design/icons'
import { HeadCommands, type SectionProps, StatusTag, useMay, useWords, When } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { outcome } from '../../contract/records/outcome.ts'

/** Draws the state of a file, why it is not compared and what to do then, and the way to what it came to. */
export function FileHead({ record }: SectionProps) {
  const { t } = useWords()
  const { state, fault, firstDay, lastDay, channel } = record
  const mayRead = useMay(`${outcome.name}:read`)
  return (
    <>
      <StatusTag of="reconciliation.file.state" value={String(state)} />
      {state === 'received' && (
        <output>
          <LoadingOutlined aria-hidden="true" /> {t('reconciliation.file.beingRead')}
        </output>
      )}
      {typeof firstDay === 'string' && (
        <span className="w-num">{firstDay === lastDay ? firstDay : `${firstDay} – ${String(lastDay)}`}</span>
      )}
      <span className="w-quiet">
        <When at={record.createdAt} />
      </span>
      {state === 'sound' && typeof firstDay === 'string' && mayRead && (
        <Link
          to={`/cwdata4/TradeNBill?${new URLSearchParams({
            part: 'results',
            'f.channel': String(channel),
            'f.day.from': firstDay,
            'f.day.to': String(lastDay),
          }).toString()}`}
        >
          {t('reconciliation.file.toResults')}
        </Link>
      )}
      <HeadCommands record={record} names={['withdraw']} />
      {typeof fault === 'string' && (
        <div className="w-banner rc-fault" data-tone="bad" role="alert">
          <b>{t(`reconciliation.file.faultValue.${fault}`)}</b> {t(`reconciliation.faultHint.${fault}`)}
        </div>
      )}
    </>
  )
}
