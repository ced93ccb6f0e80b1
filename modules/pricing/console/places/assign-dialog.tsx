import { useQuery } from '@tanstack/react-query'
import {
  ApiError,
  AsOf,
  Dialog,
  MainButton,
  Skeleton,
  toast,
  useCommand,
  useRefOptions,
  useWords,
} from '@wattyard/console-kit'
import { Button, Radio, Select } from 'antd'
import { useState } from 'react'
import { ASSIGNMENT_VARIANTS, type AssignmentVariant, assignPrices, endPrices } from '../../contract/index.ts'
import { pricingQueries, targetsPayload } from '../api.ts'
import { AT_ONCE, isChosen, startAt, StartField } from '../start-field.tsx'
import type { ChosenPlace } from './chosen-places.ts'

/** Number of places listed by name in the dialog; the rest are counted. */
const NAMED = 8

interface AssignDialogProps {
  readonly kind: 'assign' | 'end'
  readonly places: readonly ChosenPlace[]
  readonly onClose: (done: boolean) => void
}

/** Draws the dialog that assigns a policy to many places or ends their assignment, with a preview of how much it affects. */
export function AssignDialog({ kind, places, onClose }: AssignDialogProps) {
  const { t } = useWords()
  const [policyId, setPolicyId] = useState<string | null>(null)
  const [variant, setVariant] = useState<AssignmentVariant>('all')
  const [start, setStart] = useState(AT_ONCE)
  const command = useCommand(kind === 'assign' ? assignPrices : endPrices, {
    also: ['pricing.policy', 'pricing.version'],
  })
  const canVary = places.every(place => place.level === 'station' || place.level === 'tenant')
  const whyNot = (): string | null => {
    if (kind === 'assign' && policyId === null) return t('pricing.places.choosePolicy')
    return isChosen(start) ? null : t('pricing.publish.chooseStart')
  }
  const send = async (): Promise<void> => {
    const input = {
      targets: targetsPayload(places),
      variant: canVary ? variant : 'all',
      effectiveFrom: startAt(start),
      ...(kind === 'assign' ? { policy: policyId } : {}),
    }
    try {
      const { assigned } = await command.mutateAsync({ input })
      toast.good(t('pricing.places.assigned', { count: assigned }))
      onClose(true)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error // the client has shown the error
    }
  }
  return (
    <Dialog
      open
      width={560}
      title={t(`pricing.assignment.${kind}`)}
      onClose={() => onClose(false)}
      foot={
        <>
          <Button onClick={() => onClose(false)}>{t('kit.cancel')}</Button>
          <MainButton why={whyNot()} loading={command.isPending} onClick={() => void send()}>
            {t(`pricing.assignment.${kind}`)}
          </MainButton>
        </>
      }
    >
      <div className="pr-assign">
        {kind === 'assign' && (
          <label className="pr-field">
            <span>{t('pricing.assignment.policy')}</span>
            <PolicySelect value={policyId} onChange={setPolicyId} />
          </label>
        )}
        {canVary && (
          <fieldset className="pr-when">
            <legend>{t('pricing.assignment.variant')}</legend>
            <Radio.Group
              value={variant}
              onChange={event => setVariant(event.target.value as AssignmentVariant)} // one of the options below
              options={ASSIGNMENT_VARIANTS.map(value => ({ value, label: t(`pricing.places.variant.${value}`) }))}
            />
          </fieldset>
        )}
        <StartField
          label={t('pricing.assignment.effectiveFrom')}
          value={start}
          onChange={setStart}
          error={command.error?.fields?.effectiveFrom}
        />
        <Preview places={places} variant={canVary ? variant : 'all'} />
      </div>
    </Dialog>
  )
}

function PolicySelect({ value, onChange }: { value: string | null; onChange: (id: string) => void }) {
  const { t } = useWords()
  const [typed, setTyped] = useState('')
  const { options, loading } = useRefOptions('pricing.policy', typed, value ? [value] : [])
  return (
    <Select
      aria-label={t('pricing.assignment.policy')}
      placeholder={t('pricing.places.choosePolicy')}
      {...(value ? { value } : {})}
      onChange={onChange}
      loading={loading}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      options={options.map(({ id, label }) => ({ value: id, label }))}
    />
  )
}

/** Draws how much the change affects, as just counted by the server. */
function Preview({ places, variant }: { places: readonly ChosenPlace[]; variant: AssignmentVariant }) {
  const { t } = useWords()
  const targets = places.map(({ level, id }) => (id === undefined ? { level } : { level, id }))
  const { data } = useQuery(pricingQueries.assignPreview(targets, variant))
  const names = places.slice(0, NAMED).map(place => place.name)
  return (
    <section className="pr-preview">
      <h3>
        {t('pricing.places.affected')} {data && <AsOf at={data.asOf} />}
      </h3>
      <p>
        {names.join(t('pricing.listSeparator'))}
        {places.length > NAMED && ` ${t('pricing.places.more', { count: places.length - NAMED })}`}
      </p>
      {data ? (
        <p>
          {data.wholeTenant
            ? t('pricing.places.affectedTenant')
            : t('pricing.places.affectedCount', {
                stations: data.stations,
                piles: data.piles,
                connectors: data.connectors,
              })}
        </p>
      ) : (
        <Skeleton lines={1} />
      )}
      {data && data.keptOverrides > 0 && (
        <p className="pr-drafts">{t('pricing.places.keptOverrides', { count: data.keptOverrides })}</p>
      )}
    </section>
  )
}
