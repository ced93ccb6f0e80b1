import type { Resource } from './define-resource.ts'

/**
 * Returns the columns that a reader may be offered, in their order: without the added fields that take a permission which the
 * reader has not, because all of their cells would be empty.
 */
export function offeredColumns(
  { addedNeeds = {} }: Pick<Resource, 'addedNeeds'>,
  columns: readonly string[],
  may: (permission: string) => boolean,
): string[] {
  const needs: Readonly<Record<string, string | undefined>> = addedNeeds
  return columns.filter(key => needs[key] === undefined || may(needs[key]))
}
