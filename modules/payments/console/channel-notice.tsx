import { HeadCommands, type SectionProps, StatusTag, useWords } from '@wattyard/console-kit'
import { CHANNEL_KINDS, isAsked, isByHand } from '../contract/channel.ts'

/** Says which channels can take money today, above their list. */
export function ChannelNotice() {
  const { t } = useWords()
  return <p className="w-quiet">{t('payments.channel.notConnectedNote')}</p>
}

/** Draws the kind and the state of a channel; of one that cannot be opened yet also why. */
export function ChannelHead({ record }: SectionProps) {
  const { t } = useWords()
  // Keys are entered for a merchant: his numbers come first.
  const isNamed = typeof record.merchantNo === 'string' && typeof record.appNo === 'string'
  const kind = CHANNEL_KINDS.find(one => one === record.kind)
  return (
    <>
      <StatusTag of="payments.channel.state" value={typeof record.state === 'string' ? record.state : null} />
      {kind && <span>{t(`payments.channel.kindValue.${kind}`)}</span>}
      {kind && !isByHand(kind) && !isAsked(kind) && <span className="w-quiet">{t('payments.error.notConnected')}</span>}
      {typeof record.keysLostAt === 'number' && <span className="w-quiet">{t('payments.error.keysLost')}</span>}
      {kind && isAsked(kind) && typeof record.keysAt !== 'number' && (
        <span className="w-quiet">{t(isNamed ? 'payments.error.noKeys' : 'payments.error.noMerchant')}</span>
      )}
      <HeadCommands record={record} names={['open', 'connect', 'pause']} />
    </>
  )
}
