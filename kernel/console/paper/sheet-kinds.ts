/** Name of a sheet: `record`, or a sheet of the definition. */
export type SheetKind = string

/** The sheet of every resource, with all fields of the record. */
export const RECORD_SHEET: SheetKind = 'record'

/** Returns the title of a sheet in the current language. */
export function sheetWord({ name }: { readonly name: string }, kind: SheetKind, t: (key: string) => string): string {
  return t(kind === RECORD_SHEET ? 'kit.sheet.record' : `${name}.sheet.${kind}`)
}
