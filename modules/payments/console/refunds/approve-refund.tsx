import {
  anyResource,
  CommandDialog,
  type CommandFootProps,
  type CommandSlotProps,
  showMoney,
  useWords,
} from '@wattyard/console-kit'
import { refund } from '../../contract/refunds/refund.ts'
import { waysOfSplit } from '../../contract/refunds/ways-of-split.ts'
import { useRefundSplit } from './use-refund-split.ts'

const REFUND = anyResource(refund)

/** Says who pays what of a refund once it is granted: its channel by itself, or a person. */
function WhoPays({ records }: CommandFootProps) {
  const { t, language } = useWords()
  const split = useRefundSplit(records[0]?.id ?? '')
  // The question can be answered without it: the detail beneath says the same.
  return waysOfSplit(split.data?.rows ?? []).map(({ how, kind, amount }) => (
    <p key={`${how} ${kind}`}>
      {t(`payments.refund.approveWay.${how}`, {
        amount: showMoney(amount, language),
        channel: kind === null ? '' : t(`payments.channel.kindValue.${kind}`),
      })}
    </p>
  ))
}

/** Draws the question before a refund is granted, with the way that its money leaves. */
export const ApproveRefund = (props: CommandSlotProps) => (
  <CommandDialog resource={REFUND} command="approve" foot={WhoPays} {...props} />
)
