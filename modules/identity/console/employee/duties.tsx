import { Dialog, ErrorState, useWords } from '@wattyard/console-kit'
import { Select } from 'antd'
import { useState } from 'react'
import { useOffices, withBelow } from '../office/use-offices.ts'
import { DutiesOf } from './duties-of.tsx'

/** Draws the duties of a chosen office. */
export function Duties({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const offices = useOffices()
  const all = (offices.data ?? []).flatMap(withBelow)
  const [chosen, setChosen] = useState<string | null>(null)
  const officeId = chosen ?? all[0]?.id ?? null
  return (
    <Dialog open kind="drawer" width={560} title={t('identity.employee.duties')} onClose={onClose}>
      {offices.error && <ErrorState error={offices.error} onRetry={() => void offices.refetch()} />}
      <div className="w-field">
        <label htmlFor="duties-office">{t('identity.duty.office')}</label>
        <Select
          id="duties-office"
          value={officeId}
          onChange={setChosen}
          options={all.map(({ id, label, code }) => ({ value: id, label: `${label} · ${code}` }))}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </div>
      {officeId !== null && <DutiesOf key={officeId} officeId={officeId} />}
    </Dialog>
  )
}
