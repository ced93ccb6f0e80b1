import { isId } from '../new-id.ts'
import { invalid } from '../refusal.ts'
import type { SheetContent, SheetReader } from './served-sheet.ts'

/** Which sheet of which record. */
export interface SheetName {
  /** Name of a resource, such as `charging.order`. */
  resource: string
  kind: string
  id: string
}

/**
 * Makes a sheet for a reader, who must have the right to read the resource: that is the caller's business.
 *
 * @throws Refusal `kernel.invalid` where there is no such sheet, `kernel.notFound` where no such record is in reach
 */
export async function makeSheet(reader: SheetReader, { resource, kind, id }: SheetName): Promise<SheetContent> {
  const sheet = reader.index.sheets?.find(one => one.resource === resource && one.kind === kind)
  if (!sheet) throw invalid({ kind: { key: 'kernel.field.notOneOf' } })
  // Records without a row have ids of another form, which their makers check.
  if (reader.index.byName(resource) && !isId(id)) throw invalid({ id: { key: 'kernel.field.notAnId' } })
  return sheet.make(reader, id)
}
