import { DraftBehind, type DraftSaving } from '@wattyard/console-kit'
import type { Edit } from '../editor/edit-model.ts'
import { ComparedEdits } from './compared-prices.tsx'
import { useMergeEdits } from './use-merge-edits.ts'

/** Draws what somebody else has saved of a price draft that is edited here, with the ways on. */
export function PricesBehind({ saving, edit }: { readonly saving: DraftSaving<Edit>; readonly edit: Edit }) {
  return <DraftBehind saving={saving} edit={edit} merge={useMergeEdits()} Show={ComparedEdits} />
}
