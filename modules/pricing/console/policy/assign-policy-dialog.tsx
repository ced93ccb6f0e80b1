import { ApiError, Dialog, MainButton, toast, useCommand, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { assignPrices } from '../../contract/index.ts'
import { targetsPayload } from '../api.ts'
import { AT_ONCE, isChosen, startAt, StartField } from '../start-field.tsx'
import { AssignPart, ASSIGN_NOW, NO_STATIONS, placesOf } from '../version/assign-part.tsx'

/** Draws the dialog that assigns one policy: where, from when, and what that affects. */
export function AssignPolicyDialog({ policyId, onClose }: { policyId: string; onClose: () => void }) {
  const { t } = useWords()
  const [start, setStart] = useState(AT_ONCE)
  const [choice, setChoice] = useState(NO_STATIONS)
  const assign = useCommand(assignPrices, { also: ['pricing.policy', 'pricing.version'] })
  const places = placesOf(choice, () => '')
  const whyNot = (): string | null => {
    if (!isChosen(start)) return t('pricing.publish.chooseStart')
    return places.length === 0 ? t('pricing.unused.chooseWhere') : null
  }
  const send = async (): Promise<void> => {
    const input = { targets: targetsPayload(places), variant: 'all', effectiveFrom: startAt(start), policy: policyId }
    try {
      const { assigned } = await assign.mutateAsync({ input })
      toast.good(t('pricing.places.assigned', { count: assigned }))
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error // the client has shown the error
    }
  }
  return (
    <Dialog
      open
      width={560}
      title={t('pricing.assignment.assign')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <MainButton why={whyNot()} loading={assign.isPending} onClick={() => void send()}>
            {t('pricing.assignment.assign')}
          </MainButton>
        </>
      }
    >
      <div className="pr-assign">
        <AssignPart value={choice} onChange={setChoice} options={ASSIGN_NOW} title={t('pricing.unused.where')} />
        <StartField
          label={t('pricing.assignment.effectiveFrom')}
          value={start}
          onChange={setStart}
          error={assign.error?.fields?.effectiveFrom}
        />
      </div>
    </Dialog>
  )
}
