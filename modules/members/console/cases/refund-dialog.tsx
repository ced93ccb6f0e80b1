import { useQuery } from '@tanstack/react-query'
import {
  anyResource,
  api,
  ApiError,
  CommandDialog,
  type CommandFootProps,
  type CommandSlotProps,
  showMoney,
  useSettled,
  useWords,
} from '@wattyard/console-kit'
import { previewRefundWallet } from '../../contract/calls/refund-cost.ts'
import { member } from '../../contract/member.ts'

const MEMBER = anyResource(member)
const AMOUNT = /^(0|[1-9]\d{0,9})(\.\d{1,2})?$/

/** Says what a refund takes from the wallet, before anybody asks for it. */
function RefundCost({ records: [record], values }: CommandFootProps) {
  const { t, language } = useWords()
  const { amount } = useSettled(values)
  const typed = typeof amount === 'string' && AMOUNT.test(amount.trim()) ? amount.trim() : null
  const { data, error } = useQuery({
    queryKey: [member.name, 'refundCost', record?.id, typed],
    queryFn: ({ signal }) =>
      api.call(
        previewRefundWallet,
        { id: record?.id ?? '', amount: typed ?? '' },
        { signal, quiet: true, fresh: true },
      ),
    enabled: record !== undefined && typed !== null && Number(typed) > 0,
    retry: false,
    gcTime: 0,
  })
  if (error) {
    const reasons = error instanceof ApiError ? Object.values(error.fields ?? {}) : []
    return (
      <p role="alert" className="w-banner" data-tone="bad">
        {reasons[0] ?? error.message}
      </p>
    )
  }
  if (!data) return <p className="w-quiet">{t('members.refundCost.choose')}</p>
  const params = {
    principal: showMoney(data.principal, language),
    gift: showMoney(data.gift, language),
    back: showMoney(typed ?? '0', language),
    forfeited: showMoney(data.forfeited, language),
  }
  return (
    <output {...(data.forfeited === '0.00' ? {} : { className: 'w-banner', 'data-tone': 'wait' })}>
      {t(data.forfeited === '0.00' ? 'members.refundCost.whole' : 'members.refundCost.less', params)}
    </output>
  )
}

/** Draws the dialog of a refund from a member's page, with what it takes from the wallet. */
export const RefundWallet = (props: CommandSlotProps) => (
  <CommandDialog resource={MEMBER} command="refundWallet" foot={RefundCost} {...props} />
)
