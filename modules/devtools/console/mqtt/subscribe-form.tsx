import { CloseOutlined } from '@ant-design/icons'
import { useWords } from '@wattyard/console-kit'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { MAX_FILTERS } from '../../contract/mqtt.ts'
import { isFilter } from './payload.ts'
import type { Subscription } from './use-mqtt.ts'

export const LEVELS = ([0, 1, 2] as const).map(value => ({ value, label: `QoS ${value}` }))

interface Props {
  wishes: readonly Subscription[]
  granted: Readonly<Record<string, number | null>>
  onChange: (wishes: readonly Subscription[]) => void
}

export function SubscribeForm({ wishes, granted, onChange }: Props) {
  const { t } = useWords()
  const [filter, setFilter] = useState('#')
  const [qos, setQos] = useState<0 | 1 | 2>(0)
  const isBad = filter !== '' && !isFilter(filter)
  const add = (): void => {
    if (!isFilter(filter)) return
    onChange([...wishes.filter(one => one.filter !== filter), { filter, qos }])
  }
  const grantOf = (one: Subscription): string => {
    const level = granted[one.filter]
    if (level === undefined) return `QoS ${one.qos}`
    return level === null ? t('devtools.mqtt.refusedFilter') : t('devtools.mqtt.granted', { qos: level })
  }
  return (
    <section className="w-card w-card-pad">
      <form
        onSubmit={event => {
          event.preventDefault()
          add()
        }}
      >
        <div className="w-field">
          <label htmlFor="devtools-filter">{t('devtools.mqtt.filter')}</label>
          <Input
            id="devtools-filter"
            value={filter}
            maxLength={1_000}
            {...(isBad ? { status: 'error' as const } : {})}
            onChange={event => setFilter(event.target.value)}
          />
          <p className={isBad ? 'w-field-error' : 'w-field-hint'}>
            {t(isBad ? 'devtools.mqtt.badFilter' : 'devtools.mqtt.filterHint')}
          </p>
        </div>
        <div className="w-row" style={{ gap: 8 }}>
          <Select aria-label={t('devtools.mqtt.qos')} value={qos} options={LEVELS} onChange={setQos} />
          <Button type="primary" htmlType="submit" disabled={filter === '' || isBad || wishes.length >= MAX_FILTERS}>
            {t('devtools.mqtt.add')}
          </Button>
        </div>
      </form>
      {wishes.length === 0 ? (
        <p className="w-quiet">{t('devtools.mqtt.noFilters')}</p>
      ) : (
        <ul className="devtools-filters">
          {wishes.map(one => (
            <li key={one.filter}>
              <span className="w-mono">{one.filter}</span>
              <span className="w-row" style={{ gap: 6 }}>
                <span className="w-quiet">{grantOf(one)}</span>
                <button
                  type="button"
                  className="w-icon-button"
                  aria-label={t('devtools.mqtt.removeFilter', { filter: one.filter })}
                  onClick={() => onChange(wishes.filter(other => other !== one))}
                >
                  <CloseOutlined />
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
