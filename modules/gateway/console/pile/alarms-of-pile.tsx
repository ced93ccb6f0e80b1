import { PileHead } from '@wattyard/assets/console'
import { type SectionProps, useMay, useWords } from '@wattyard/console-kit'
import { FaultsOfPile } from './faults-of-place.tsx'

/**
 * Draws the faults of a pile. People without the right to them get the status that the head shows, so that nobody takes
 * "no abnormal orders" below it for a pile without faults.
 */
export function AlarmsOfPile({ record, labels }: SectionProps) {
  const { t } = useWords()
  const mayReadFaults = useMay('gateway.connector:read')
  if (mayReadFaults) return <FaultsOfPile record={record} labels={labels} />
  return (
    <>
      <p className="w-row w-wrap">
        <PileHead record={record} labels={labels} />
      </p>
      <p className="w-quiet">{t('gateway.fault.noRight')}</p>
    </>
  )
}
