import {
  anyResource,
  can,
  CommandDialog,
  EmbeddedList,
  ResourcePage,
  type ResourceSlots,
  type SectionProps,
  useCommand,
  useInvalidate,
  useList,
  useMay,
  useWords,
  When,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { manufacturer } from '../../contract/manufacturer.ts'
import { model } from '../../contract/model.ts'
import { reportedDevice } from '../../contract/reported-device.ts'
import './base.css'

const SHOWN = 5

/** Draws the unknown devices that piles have reported above the list, while there are any. */
function UnknownDevices() {
  const may = useMay('assets.reportedDevice:read')
  return may ? <UnknownList /> : null
}

function UnknownList() {
  const { t } = useWords()
  const [all, setAll] = useState(false)
  const [binding, setBinding] = useState<string | null>(null)
  const invalidate = useInvalidate()
  const dismiss = useCommand({ resource: reportedDevice, command: 'dismiss' })
  const unknown = useList(reportedDevice, { page: 1, pageSize: 50 })
  const list = unknown.data?.list ?? []
  if (list.length === 0) return null
  const shown = all ? list : list.slice(0, SHOWN)
  const chosen = list.find(one => one.id === binding)
  return (
    <section className="w-card w-card-pad as-unknown">
      <h2>{t('assets.manufacturerPage.unknown')}</h2>
      <p className="w-quiet">{t('assets.manufacturerPage.unknownHint')}</p>
      <ul>
        {shown.map(one => (
          <li key={one.id} className="w-row w-wrap">
            <b>{one.vendor}</b>
            <span>{one.model}</span>
            {one.firmware && <code className="w-quiet">{one.firmware}</code>}
            <span className="w-quiet">
              {t('assets.manufacturerPage.boots', { count: one.boots })} · <When at={one.lastSeenAt} />
            </span>
            <span className="w-grow" />
            <span className="w-row">
              {can(one, 'bind') && (
                <Button size="small" type="primary" onClick={() => setBinding(one.id)}>
                  {t('assets.reportedDevice.bind')}
                </Button>
              )}
              {can(one, 'dismiss') && (
                <Button size="small" onClick={() => dismiss.mutate({ ids: [one.id] })}>
                  {t('assets.reportedDevice.dismiss')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {list.length > shown.length && (
        <button type="button" className="w-link-button" onClick={() => setAll(true)}>
          {t('assets.manufacturerPage.more', { count: list.length - shown.length })}
        </button>
      )}
      {chosen && (
        <CommandDialog
          resource={anyResource(reportedDevice)}
          command="bind"
          records={[{ ...chosen }]}
          onDone={() => {
            setBinding(null)
            void invalidate('assets.reportedDevice', 'assets.manufacturer', 'assets.model', 'assets.pile')
          }}
        />
      )}
    </section>
  )
}

const MODEL_COLUMNS = ['name', 'code', 'currentType', 'power', 'state']

/** Draws a manufacturer's models in its detail. */
function ModelsOfMaker({ record }: SectionProps) {
  const { t } = useWords()
  return (
    <EmbeddedList
      resource={model}
      by="manufacturer"
      record={record}
      columns={MODEL_COLUMNS}
      empty={t('assets.manufacturerPage.noModels')}
    />
  )
}

const SLOTS: ResourceSlots = {
  summary: UnknownDevices,
  sections: [
    { key: 'models', title: 'assets.manufacturerPage.models', Show: ModelsOfMaker, needs: 'assets.model:read' },
  ],
}

/** Draws `/basedata/manufacture`: manufacturers, and unknown devices that were reported. */
export function Page() {
  return <ResourcePage resource={manufacturer} slots={SLOTS} topics={['assets.reportedDevice']} />
}
