import { type CellSlotProps, Count, NO_VALUE } from '@wattyard/console-kit'

/** Draws the days since a document was due, so that it is seen among those that are not. */
export function OverdueCell({ value }: CellSlotProps) {
  if (typeof value !== 'number') return <>{NO_VALUE}</>
  return (
    <span className="w-tag" data-tone="bad">
      <Count value={value} />
    </span>
  )
}
