import { PageHeader, ResourcePage, type ResourceSlots, useWords, useTabQuery } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { pointSource } from '../../contract/point-source.ts'
import { Catalogue } from './catalogue.tsx'
import { NetworksPart } from './networks-part.tsx'
import { SourceNow } from './source-now.tsx'
import './points.css'

const PARTS = ['catalogue', 'sources', 'networks'] as const
type Part = (typeof PARTS)[number]

const SLOTS: ResourceSlots = { sections: [{ key: 'now', title: 'gateway.points.now', Show: SourceNow }] }

/** `/basedata/protocol`: which protocols the product speaks, the devices it asks by itself, and where it may ask. */
export function Page() {
  const { t } = useWords()
  const [params] = useTabQuery()
  const part = PARTS.find(one => one === params.get('part')) ?? 'catalogue'
  const tabs = <PartTabs part={part} />
  if (part === 'sources')
    return (
      <>
        <div className="w-page gw-pt-above">{tabs}</div>
        <ResourcePage resource={pointSource} title={t('gateway.protocolPage.sources')} slots={SLOTS} />
      </>
    )
  return (
    <div className="w-page">
      {tabs}
      <PageHeader title={t(part === 'networks' ? 'gateway.protocolPage.networks' : 'route./basedata/protocol')} />
      {part === 'networks' ? <NetworksPart /> : <Catalogue />}
    </div>
  )
}

function PartTabs({ part }: { part: Part }) {
  const { t } = useWords()
  return (
    <nav className="gw-pt-tabs" aria-label={t('gateway.protocolPage.parts')}>
      {PARTS.map(one => (
        <Link key={one} to={`/basedata/protocol?part=${one}`} replace aria-current={one === part ? 'page' : undefined}>
          {t(`gateway.protocolPage.${one}`)}
        </Link>
      ))}
    </nav>
  )
}
