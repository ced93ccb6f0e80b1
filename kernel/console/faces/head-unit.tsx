import { unitOfColumn } from '@wattyard/resource'

/** Draws the unit behind the name of a column, quietly; nothing for values without one (decision 391). */
export function HeadUnit({ kind, unit }: { readonly kind: string; readonly unit?: string | undefined }) {
  const shown = unitOfColumn({ kind, unit })
  return shown === undefined ? null : <small className="w-quiet"> {shown}</small>
}
