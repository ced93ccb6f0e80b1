import { PageHeader, ResourcePage, type ResourceSlots, useTabQuery, useWords } from '@wattyard/console-kit'
import { Segmented } from 'antd'
import { pointSource } from '../../contract/point-source.ts'
import { Catalogue } from './catalogue.tsx'
import { NetworksPart } from './networks-part.tsx'
import { SourceNow } from './source-now.tsx'
import './points.css'

const PARTS = ['catalogue', 'sources', 'networks'] as const
type Part = (typeof PARTS)[number]

const partOf = (params: URLSearchParams): Part => PARTS.find(one => one === params.get('part')) ?? 'catalogue'

const SLOTS: ResourceSlots = {
  toolbar: PartSwitch,
  sections: [{ key: 'now', title: 'gateway.points.now', Show: SourceNow }],
}

/** Draws `/basedata/protocol`: the protocols of the product, the devices it polls, and the networks where it may poll. */
export function Page() {
  const { t } = useWords()
  const [params] = useTabQuery()
  const part = partOf(params)
  if (part === 'sources') return <ResourcePage resource={pointSource} slots={SLOTS} />
  return (
    <div className="w-page">
      <PageHeader title={t('route./basedata/protocol')}>
        <PartSwitch />
      </PageHeader>
      {part === 'networks' ? <NetworksPart /> : <Catalogue />}
    </div>
  )
}

/** Draws the switch between the parts of the page. A switch drops the query, which has no meaning for another part. */
function PartSwitch() {
  const { t } = useWords()
  const [params, setParams] = useTabQuery()
  return (
    <Segmented
      aria-label={t('gateway.protocolPage.parts')}
      value={partOf(params)}
      onChange={(part: Part) => setParams(part === 'catalogue' ? {} : { part })}
      options={PARTS.map(value => ({ value, label: t(`gateway.protocolPage.${value}`) }))}
    />
  )
}
