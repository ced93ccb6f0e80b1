import { ApiError, Dialog, MainButton, toast, useCommand, useRefOptions, useWords } from '@wattyard/console-kit'
import { Button, Radio, Select } from 'antd'
import { useState } from 'react'
import { ASSIGNMENT_VARIANTS, type AssignmentVariant, assignPrices, endPrices } from '../../contract/index.ts'
import { targetsPayload } from '../api.ts'
import { AT_ONCE, isChosen, startAt, StartField } from '../start-field.tsx'
import { AssignPreview } from './assign-preview.tsx'
import type { ChosenPlace } from './chosen-places.ts'

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
        <AssignPreview places={places} variant={canVary ? variant : 'all'} />
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
