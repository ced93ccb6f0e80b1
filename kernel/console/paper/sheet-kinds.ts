/** Name of a sheet: `record`, or one that the definition names. */
export type SheetKind = string

/** Sheet that every resource has: all fields of the record. */
export const RECORD_SHEET: SheetKind = 'record'

/** Says what a sheet is called. */
export function sheetWord({ name }: { readonly name: string }, kind: SheetKind, t: (key: string) => string): string {
  return t(kind === RECORD_SHEET ? 'kit.sheet.record' : `${name}.sheet.${kind}`)
}
