import { useMay, useWords } from '@wattyard/console-kit'
import { DutiesOf } from '../employee/duties-of.tsx'

/** Draws the duties of the office, which are created and changed here. */
export function DutiesOfOffice({ id }: { id: string }) {
  const { t } = useWords()
  if (!useMay('identity.duty:read')) return null
  return (
    <section className="w-section">
      <h3>{t('identity.employee.duties')}</h3>
      <DutiesOf officeId={id} />
    </section>
  )
}
