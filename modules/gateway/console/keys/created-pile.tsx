import { type CreatedSlotProps, useMay } from '@wattyard/console-kit'
import { FirstKeyDialog } from './first-key-dialog.tsx'

/** Draws what comes after a pile was created: its first key, for people who may make it. */
export function CreatedPile({ record, onDone }: CreatedSlotProps) {
  const mayMake = useMay('gateway.credential:create')
  if (!mayMake || record.status === 'retired') return null
  return <FirstKeyDialog piles={[record.id]} onClose={onDone} />
}
