import { useRefOptions, useSeesWhole, useWords } from '@wattyard/console-kit'
import { Radio, Select } from 'antd'
import { useId, useState } from 'react'
import { AssignPreview } from '../places/assign-preview.tsx'
import type { ChosenPlace } from '../places/chosen-places.ts'

/** Where a policy is to be used: nowhere yet, at stations, or wherever nothing else is assigned. */
export const ASSIGN_TO = ['stations', 'tenant', 'later'] as const

/** The same for a policy that is published: it is assigned now. */
export const ASSIGN_NOW = ['stations', 'tenant'] as const

export interface AssignChoice {
  readonly to: (typeof ASSIGN_TO)[number]
  readonly stations: readonly string[]
}

/** The choice before anything is chosen. */
export const NO_STATIONS: AssignChoice = { to: 'stations', stations: [] }

/** Returns the places of a choice; none while nothing is chosen. */
export function placesOf({ to, stations }: AssignChoice, nameOf: (id: string) => string): readonly ChosenPlace[] {
  if (to === 'later') return []
  if (to === 'tenant') return [{ level: 'tenant', name: '' }]
  return stations.map(id => ({ level: 'station', id, name: nameOf(id) }))
}

interface AssignPartProps {
  readonly value: AssignChoice
  readonly onChange: (value: AssignChoice) => void
  readonly options?: readonly AssignChoice['to'][]
  readonly title?: string
}

/** Draws where a policy that is used nowhere is to be used from its publication on, with what that affects. */
export function AssignPart({ value, onChange, options: ways = ASSIGN_TO, title }: AssignPartProps) {
  const { t } = useWords()
  const id = useId()
  const [typed, setTyped] = useState('')
  // Staff of one operator cannot set the policy of the whole company.
  const seesWhole = useSeesWhole()
  const { options, loading } = useRefOptions('assets.station', typed, value.stations)
  const nameOf = (station: string): string => options.find(one => one.id === station)?.label ?? ''
  const places = placesOf(value, station => nameOf(station)).map(place =>
    place.level === 'tenant' ? { ...place, name: t('pricing.assignment.levelValue.tenant') } : place,
  )
  return (
    <section className="pr-assign-part" aria-labelledby={id}>
      <h3 id={id}>{title ?? t('pricing.publish.assignTitle')}</h3>
      <Radio.Group
        aria-labelledby={id}
        value={value.to}
        onChange={event => onChange({ ...value, to: event.target.value as AssignChoice['to'] })} // one of the options below
        options={ways
          .filter(one => one !== 'tenant' || seesWhole)
          .map(one => ({
            value: one,
            label: t(`pricing.publish.assignTo.${one}`),
          }))}
      />
      {value.to === 'stations' && (
        <Select
          mode="multiple"
          aria-label={t('pricing.publish.stations')}
          placeholder={t('pricing.publish.stations')}
          value={[...value.stations]}
          onChange={(stations: string[]) => onChange({ ...value, stations })}
          loading={loading}
          showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
          options={options.map(({ id: one, label }) => ({ value: one, label }))}
        />
      )}
      {places.length > 0 && <AssignPreview places={places} variant="all" />}
    </section>
  )
}
