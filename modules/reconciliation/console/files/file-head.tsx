import { LoadingOutlined } from '@ant-design/icons'
import { HeadCommands, type SectionProps, StatusTag, useWords, When } from '@wattyard/console-kit'
import { ToResults } from '../to-results.tsx'

/** Draws the state of a file, why it is not compared and what to do then, and the way to what it came to. */
export function FileHead({ record, labels }: SectionProps) {
  const { t } = useWords()
  const { state, fault, firstDay, lastDay } = record
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
      <HeadCommands record={record} names={['withdraw']} />
      {typeof fault === 'string' && (
        <div className="w-banner rc-fault" data-tone="bad" role="alert">
          <b>{t(`reconciliation.file.faultValue.${fault}`)}</b> {t(`reconciliation.faultHint.${fault}`)}
        </div>
      )}
    </>
  )
}
