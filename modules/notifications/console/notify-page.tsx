import { lazyPart, useMay, useWords, useTabQuery } from '@wattyard/console-kit'
import { Segmented } from 'antd'
import { InboxPage } from './inbox/inbox-page.tsx'

const RulesPart = lazyPart(async () => (await import('./rules/rules-part.tsx')).RulesPart)
const DeliveryPart = lazyPart(async () => (await import('./rules/delivery-part.tsx')).DeliveryPart)
const ChannelsPart = lazyPart(async () => (await import('./channels/channels-part.tsx')).ChannelsPart)

const TABS = ['inbox', 'rules', 'delivery', 'channels'] as const
type Tab = (typeof TABS)[number]

/** Draws `/fwgl/notify`: the user's messages, and for administrators the rules, the channels and the outbox. */
export function Page() {
  const [params] = useTabQuery()
  switch (TABS.find(tab => tab === params.get('tab'))) {
    case 'rules':
      return <RulesPart />
    case 'delivery':
      return <DeliveryPart />
    case 'channels':
      return <ChannelsPart />
    default:
      return <InboxPage />
  }
}

/** Draws the switch between the parts of the page; nothing for users with only the inbox. */
export function NotifyTabs() {
  const { t } = useWords()
  const [params, setParams] = useTabQuery()
  const open: Record<Tab, boolean> = {
    inbox: true,
    rules: useMay('notifications.rule:read'),
    delivery: useMay('notifications.delivery:read'),
    channels: useMay('notifications.channel:read'),
  }
  const shown = TABS.filter(tab => open[tab])
  if (shown.length < 2) return null
  return (
    <Segmented
      aria-label={t('notifications.tabs.label')}
      value={TABS.find(tab => tab === params.get('tab')) ?? 'inbox'}
      // The query of one part has no meaning for another.
      onChange={(tab: Tab) => setParams(tab === 'inbox' ? {} : { tab })}
      options={shown.map(value => ({ value, label: t(`notifications.tabs.${value}`) }))}
    />
  )
}
